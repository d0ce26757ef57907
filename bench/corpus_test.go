package main

import (
	"archive/tar"
	"compress/gzip"
	"os"
	"path/filepath"
	"testing"
)

func TestLoadCorpus(t *testing.T) {
	folder := t.TempDir()
	write := func(name, body string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(folder, name), []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("b.txt", "two")
	write("a.txt", "one")
	archive := filepath.Join(t.TempDir(), "c.tar.gz")
	writeArchive(t, archive, []string{"x/", "x/b.txt", "two", "x/a.txt", "one"})
	for _, path := range []string{folder, archive} {
		files, err := loadCorpus(path)
		if err != nil || len(files) != 2 || files[0].text != "one" || string(files[1].body) != "two" {
			t.Errorf("%s: %v, error %v", path, files, err)
		}
	}
	for _, path := range []string{filepath.Join(folder, "a.txt"), filepath.Join(folder, "none"), t.TempDir()} {
		if _, err := loadCorpus(path); err == nil {
			t.Errorf("%s is accepted", path)
		}
	}
}

// writeArchive writes entries: a name that ends with a slash is a folder, any other is followed by its text.
func writeArchive(t *testing.T, path string, entries []string) {
	t.Helper()
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	zip := gzip.NewWriter(out)
	archive := tar.NewWriter(zip)
	for i := 0; i < len(entries); i++ {
		header := &tar.Header{Name: entries[i], Typeflag: tar.TypeDir, Mode: 0o755}
		if name := entries[i]; name[len(name)-1] != '/' {
			i++
			header = &tar.Header{Name: name, Typeflag: tar.TypeReg, Mode: 0o644, Size: int64(len(entries[i]))}
		}
		if err := archive.WriteHeader(header); err != nil {
			t.Fatal(err)
		}
		if header.Typeflag == tar.TypeReg {
			if _, err := archive.Write([]byte(entries[i])); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
}
