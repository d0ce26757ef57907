package main

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

// maxFile bounds one file of a corpus, so that a mistaken argument cannot fill the memory.
const maxFile = 64 << 20

// A file is one robots.txt, in both forms that the libraries take, so that no timed loop pays for a conversion.
type file struct {
	name string
	body []byte
	text string // string(body)
}

func newFile(name string, body []byte) *file {
	return &file{name: name, body: body, text: string(body)}
}

// octets sums the lengths of the files.
func octets(files []*file) int {
	n := 0
	for _, f := range files {
		n += len(f.body)
	}
	return n
}

// loadCorpus reads all regular files of a folder, or of a .tar.gz, sorted by name.
func loadCorpus(path string) ([]*file, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	var files []*file
	if info.IsDir() {
		files, err = loadFolder(path)
	} else {
		files, err = loadArchive(path)
	}
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no files in the corpus %q", path)
	}
	sort.SliceStable(files, func(i, j int) bool { return files[i].name < files[j].name })
	return files, nil
}

func loadFolder(root string) ([]*file, error) {
	var files []*file
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		r, err := os.Open(path)
		if err != nil {
			return err
		}
		defer r.Close()
		body, err := readBounded(r, path)
		if err == nil {
			files = append(files, newFile(strings.TrimPrefix(path, root), body))
		}
		return err
	})
	return files, err
}

func loadArchive(path string) ([]*file, error) {
	r, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	unzipped, err := gzip.NewReader(r)
	if err != nil {
		return nil, fmt.Errorf("corpus %q is neither a folder nor a .tar.gz: %w", path, err)
	}
	var files []*file
	for archive := tar.NewReader(unzipped); ; {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return files, nil
		}
		if err != nil {
			return nil, fmt.Errorf("corpus %q: %w", path, err)
		}
		if header.Typeflag != tar.TypeReg {
			continue
		}
		body, err := readBounded(archive, header.Name)
		if err != nil {
			return nil, err
		}
		files = append(files, newFile(header.Name, body))
	}
}

func readBounded(r io.Reader, name string) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err == nil && len(body) > maxFile {
		err = fmt.Errorf("file %q is larger than %d octets", name, maxFile)
	}
	return body[:len(body):len(body)], err
}
