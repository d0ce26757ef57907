package robotstxt

import (
	"strings"
	"testing"
)

// TestGooglePath compares the path of a URL with a transcription of what Google's matcher documents: search for "://"
// anywhere, unless a path, parameters or a query begin before it.
func TestGooglePath(t *testing.T) {
	for url, want := range map[string]string{
		"":                               "/",
		"http://www.example.com":         "/",
		"http://www.example.com/":        "/",
		"http://www.example.com/a":       "/a",
		"http://www.example.com/a/b?c=d": "/a/b?c=d",
		"http://www.example.com/a#b":     "/a",
		"http://www.example.com?a":       "/?a",
		"http://www.example.com/a;b#c":   "/a;b",
		"http://www.example.com;a/b":     "/;a/b",
		"http://www.example.com#a/b":     "/",
		"example.com":                    "/",
		"example.com/a":                  "/a",
		"//a/b/c":                        "/b/c",
		"a://b/c":                        "/c",
		"://b/c":                         "/c",
		"a?b://c/d":                      "/?b://c/d",
		"a/b://c/d":                      "/b://c/d",
		"a:/b//c":                        "/b//c",
		"http:/a://b":                    "/a://b",
		"mailto:a@b":                     "/",
		"//":                             "/",
		"/":                              "/",
		"//x://y/z":                      "/z",
		"#http://a/b":                    "/",
	} {
		if got := googlePath(url); got != want {
			t.Errorf("googlePath(%q) = %q, want %q", url, got, want)
		}
		if got := slowGooglePath(url); got != want {
			t.Errorf("the slow way: %q is %q, want %q", url, got, want)
		}
	}
}

// slowGooglePath does the same step by step.
func slowGooglePath(url string) string {
	begin := 0
	if strings.HasPrefix(url, "//") {
		begin = 2
	}
	early := strings.IndexAny(url[begin:], "/?;")
	protocol := strings.Index(url[begin:], "://")
	authority := begin
	if protocol >= 0 && early >= protocol {
		authority = begin + protocol + 3
	}
	start := strings.IndexAny(url[authority:], "/?;")
	if start < 0 {
		return "/"
	}
	start += authority
	end := len(url)
	if i := strings.IndexByte(url[begin:], '#'); i >= 0 {
		end = begin + i
		if end < start {
			return "/"
		}
	}
	return "/" + strings.TrimPrefix(url[start:end], "/")
}

func FuzzGooglePath(f *testing.F) {
	for _, s := range []string{"http://a/b", "//a://b;c", "a:?b", "://#"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, url string) {
		if got, want := googlePath(url), slowGooglePath(url); got != want {
			t.Errorf("googlePath(%q) = %q, want %q", url, got, want)
		}
	})
}
