// Package waymark holds the tests of the repository as a whole: which package may import which, and that what its
// documents show is true.
package waymark

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "waymark.example"

// allowed says what each package may import besides the standard library. A package that is not here fails the test.
var allowed = map[string][]string{
	"aipref":              nil,
	"robotstxt":           {"aipref"},
	"authority":           {"golang.org/x/net/idna"},
	"crawler":             {"robotstxt", "crawler/registry"},
	"crawler/registry":    nil,
	"testkit":             nil,
	"testkit/cmd/conform": {"testkit"},
	"internal/ndjson":     {"robotstxt", "aipref"},
	"cmd/waymark": {
		"aipref", "authority", "crawler", "internal/ndjson", "robotstxt", "github.com/alecthomas/kong", "golang.org/x/term",
	},
}

// allowedInTests says what tests may import besides.
var allowedInTests = []string{
	"github.com/google/go-cmp/cmp", "github.com/dunglas/httpsfv", module + "/robotstxt", module + "/testkit",
}

func TestImports(t *testing.T) {
	seen := make(map[string]bool)
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (strings.HasPrefix(name, ".") && name != "." || name == "bench" || d.Name() == "testdata" || d.Name() == "node_modules") {
			return fs.SkipDir
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		pkg := path.Dir(filepath.ToSlash(name))
		imports, known := allowed[pkg]
		if !known && pkg != "." {
			t.Errorf("%s: package %s is not in the table", name, pkg)
		}
		seen[pkg] = true
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			checkImport(t, name, pkg, imports, spec.Path.Value)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for pkg := range allowed {
		if !seen[pkg] {
			t.Errorf("package %s of the table does not exist", pkg)
		}
	}
}

func checkImport(t *testing.T, name, pkg string, imports []string, quoted string) {
	t.Helper()
	imported, err := strconv.Unquote(quoted)
	if err != nil {
		t.Fatal(err)
	}
	if first, _, _ := strings.Cut(imported, "/"); !strings.Contains(first, ".") {
		return // the standard library
	}
	own, inModule := strings.CutPrefix(imported, module+"/")
	if slices.Contains(imports, imported) || inModule && (own == pkg || slices.Contains(imports, own)) {
		return
	}
	if strings.HasSuffix(name, "_test.go") && slices.Contains(allowedInTests, imported) {
		return
	}
	t.Errorf("%s: package %s may not import %s", name, pkg, imported)
}
