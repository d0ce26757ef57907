package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"unicode/utf8"

	"waymark.example/robotstxt"
)

// maxBody is how large a robots.txt may be: package robotstxt reads no more.
const maxBody = 1<<31 - 1

// readBody returns the content of a file, or of stdin for "-". The command is the one that would read stdin.
func (a *app) readBody(name, command string) (string, error) {
	if name == "-" {
		return readAll(countingReader{a.in, a.progress}, "stdin", 0)
	}
	if isURL(name) {
		return "", noFetching(name, fmt.Sprintf("curl -sL %s | waymark %s", shellWord(name), command))
	}
	f, size, err := open(name, false)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return readAll(countingReader{f, a.progress}, fmt.Sprintf("%q", name), size)
}

// beginReading shows how far the reading of a body has come, until it is parsed. It stays silent for what is typed.
func (a *app) beginReading(name string) {
	if name == "-" && a.typed {
		return
	}
	a.progress.begin(a.ctx, func(n int64) string {
		return fmt.Sprintf("waymark: %s octets of %s read", grouped(n), clip(visible(displayName(name)), tableWide))
	})
}

// readFile returns the content of a file, but of no pipe and no device, which may never end.
func readFile(name string) (string, error) {
	f, size, err := open(name, true)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return readAll(f, fmt.Sprintf("%q", name), size)
}

// open opens a file, and returns what size it is expected to have. With regular it takes no pipes and devices.
func open(name string, regular bool) (*os.File, int64, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, 0, cannotRead(name, err)
	case info.IsDir():
		return nil, 0, isDirectory(name)
	case regular && !info.Mode().IsRegular():
		return nil, 0, fmt.Errorf("cannot read %q: it is no regular file", name)
	case info.Size() > maxBody:
		return nil, 0, tooLarge(name)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, 0, cannotRead(name, err)
	}
	return f, info.Size(), nil
}

// readAll reads what is expected to have size octets. The text is made without a copy.
func readAll(r io.Reader, name string, size int64) (string, error) {
	var text strings.Builder
	text.Grow(int(size))
	n, err := io.Copy(&text, io.LimitReader(r, maxBody+1))
	if err != nil {
		return "", fmt.Errorf("cannot read %s: %w", name, cause(err))
	}
	if n > maxBody {
		return "", tooLarge(name)
	}
	return text.String(), nil
}

func tooLarge(name string) error {
	return fmt.Errorf("cannot read %s: it is larger than 2 GiB", strings.Trim(name, `"`))
}

func cannotRead(name string, err error) error {
	return fmt.Errorf("cannot read %q: %w", name, cause(err))
}

func isDirectory(name string) error { return fmt.Errorf("cannot read %q: it is a directory", name) }

// cause returns an error without the operation and the path that package os adds.
func cause(err error) error {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		return pathErr.Err
	}
	return err
}

// isURL reports whether somebody who wrote name meant a URL.
func isURL(name string) bool {
	for _, scheme := range []string{"http://", "https://", "ftp://"} {
		if len(name) >= len(scheme) && strings.EqualFold(name[:len(scheme)], scheme) {
			return true
		}
	}
	return false
}

// noFetching says that a URL cannot be read, and what to do.
func noFetching(url, command string) error {
	return &hinted{fmt.Errorf("cannot fetch %q: fetching is not part of this version", url), command}
}

// shellWord returns a text as one word of a POSIX shell.
func shellWord(s string) string {
	plain := func(r rune) bool {
		return r < utf8.RuneSelf && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/:._-,@%+=", r))
	}
	if s != "" && !strings.ContainsFunc(s, func(r rune) bool { return !plain(r) }) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// oddBody returns what is odd about a robots.txt as a whole, or "".
func oddBody(text string, d robotstxt.Dialect) string {
	if strings.HasPrefix(text, "\xFF\xFE") || strings.HasPrefix(text, "\xFE\xFF") {
		if d == robotstxt.RFC9309 {
			return "is UTF-16: it was decoded, as many crawlers will not"
		}
		return "is UTF-16, which this dialect does not decode"
	}
	if i := strings.IndexByte(text, 0); i >= 0 {
		return fmt.Sprintf("holds a NUL octet at offset %d: it looks like binary data", i)
	}
	start := strings.ToLower(strings.TrimLeft(text[:min(len(text), 512)], " \t\r\n\uFEFF"))
	if strings.HasPrefix(start, "<!doctype") || strings.HasPrefix(start, "<html") {
		return "looks like an HTML page, not like a robots.txt"
	}
	if !utf8.ValidString(text) {
		i := invalidAt(text)
		return fmt.Sprintf("is not UTF-8: octet 0x%02X in line %d", text[i], 1+strings.Count(text[:i], "\n"))
	}
	return ""
}

// invalidAt returns the offset of the first octet that is not UTF-8.
func invalidAt(text string) int {
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return len(text)
}

// displayName returns how messages call an input.
func displayName(name string) string {
	if name == "-" {
		return "stdin"
	}
	return name
}
