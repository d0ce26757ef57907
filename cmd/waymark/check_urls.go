package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"waymark.example/authority"
	"waymark.example/internal/ndjson"
	"waymark.example/robotstxt"
)

// maxURL is how many octets a line of --urls may have.
const maxURL = 1 << 20

// openURLs opens the file of --urls, so that one that cannot be read fails before anything is written.
func (c *checkCmd) openURLs(a *app) error {
	switch c.URLs {
	case "":
		return nil
	case "-":
		c.urls = io.NopCloser(a.in)
		return nil
	}
	info, err := os.Stat(c.URLs)
	switch {
	case err != nil:
		return cannotRead(c.URLs, err)
	case info.IsDir():
		return isDirectory(c.URLs)
	}
	if c.urls, err = os.Open(c.URLs); err != nil {
		return cannotRead(c.URLs, err)
	}
	return nil
}

// pathOf returns the path of a URL that could be fetched: where a robots.txt goes by scheme, host and port (RFC 9309
// §2.3), these must be right too.
func pathOf(url string) (robotstxt.Path, error) {
	path, err := robotstxt.PathOf(url)
	if err != nil || strings.HasPrefix(url, "/") {
		return path, err
	}
	if _, err := authority.Parse(url); err != nil && !errors.Is(err, authority.ErrScheme) {
		return robotstxt.Path{}, fmt.Errorf("URL %q: %s", clip(url, 80), plain(err))
	}
	return path, nil
}

// eachURL calls f with each URL or path to check, in order, and with the reason why it cannot be checked or nil, until f
// returns an error.
func (c *checkCmd) eachURL(a *app, f func(url string, path robotstxt.Path, bad error) error) error {
	check := func(url string) error {
		path, bad := pathOf(url)
		return f(url, path, bad)
	}
	for _, url := range c.Targets {
		if err := check(url); err != nil {
			return err
		}
	}
	if c.urls == nil {
		return nil
	}
	defer c.urls.Close()
	a.progress.beginBesideData(a.ctx, func(n int64) string { return fmt.Sprintf("waymark: %s URLs checked", grouped(n)) })
	defer a.progress.end()
	lines := ndjson.NewLines(c.urls, maxURL, nil)
	for {
		line, long, err := lines.Next()
		switch {
		case err == io.EOF:
			if a.progress.count.Load() == 0 {
				a.warn("%s holds no URLs", displayName(c.URLs))
			}
			return nil
		case err != nil:
			return fmt.Errorf("cannot read %q: %w", displayName(c.URLs), cause(err))
		case a.ctx.Err() != nil:
			return a.ctx.Err()
		}
		url := strings.Trim(strings.TrimPrefix(string(line), "\uFEFF"), " \t\r")
		if url == "" || url[0] == '#' {
			continue
		}
		a.progress.count.Add(1)
		if long {
			url = clip(url, 80)
			err = f(url, robotstxt.Path{}, fmt.Errorf("URL %q is longer than %s octets", url, grouped(maxURL)))
		} else {
			err = check(url)
		}
		if err != nil {
			return err
		}
	}
}
