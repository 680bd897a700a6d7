package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

type options struct {
	goCommand  string
	directory  string // where patterns begin; "" is the current one
	overlay    string
	tests      bool
	deps       bool
	buildFlags []string
	patterns   []string
}

// listed is what go list says of a package.
type listed struct {
	ImportPath string
	Dir        string
	Name       string
	ForTest    string
	Export     string
	Standard   bool
	DepOnly    bool
	GoFiles    []string
	CgoFiles   []string
	ImportMap  map[string]string
	Error      *struct{ Err string }
}

const fields = "ImportPath,Dir,Name,ForTest,Export,Standard,DepOnly,GoFiles,CgoFiles,ImportMap,Error"

// list asks go for the packages and all that they depend on. Their types come
// from export data, which go takes from its build cache or compiles: the same
// compilation that the packages' tests need.
func list(opts options) ([]*listed, error) {
	args := []string{"list", "-e", "-export", "-deps", "-json=" + fields}
	if opts.tests {
		args = append(args, "-test")
	}
	if opts.overlay != "" {
		args = append(args, "-overlay="+opts.overlay)
	}
	args = append(args, opts.buildFlags...)
	args = append(args, "--")
	cmd := exec.Command(opts.goCommand, append(args, opts.patterns...)...)
	cmd.Dir = opts.directory
	var out, complaints bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaints
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("go list failed: %w\n%s", err, strings.TrimSpace(complaints.String()))
	}
	var pkgs []*listed
	decoder := json.NewDecoder(&out)
	for {
		p := new(listed)
		if err := decoder.Decode(p); errors.Is(err, io.EOF) {
			return pkgs, nil
		} else if err != nil {
			return nil, fmt.Errorf("cannot read what go list wrote: %w", err)
		}
		pkgs = append(pkgs, p)
	}
}

// targets picks the packages whose sources are looked at. The variant of a
// package with its test files takes the place of the plain one; the generated
// main packages of tests are no one's source.
func targets(pkgs []*listed, opts options) []*listed {
	tested := make(map[string]bool)
	for _, p := range pkgs {
		if p.ForTest != "" && !p.DepOnly {
			tested[p.ImportPath] = true
		}
	}
	var chosen []*listed
	for _, p := range pkgs {
		testMain := p.Name == "main" && strings.HasSuffix(p.ImportPath, ".test")
		superseded := tested[p.ImportPath+" ["+p.ImportPath+".test]"]
		wanted := !p.DepOnly || (opts.deps && !p.Standard && p.ForTest == "")
		if wanted && !testMain && !superseded {
			chosen = append(chosen, p)
		}
	}
	return chosen
}

// checked is a package with as much of its types as could be found.
type checked struct {
	fset  *token.FileSet
	files []*ast.File
	info  *types.Info
}

type checker struct {
	fset    *token.FileSet
	exports map[string]string
	// One importer for each package under test: its variants have the names of
	// the plain packages.
	importers map[string]types.Importer
}

func newChecker(pkgs []*listed) *checker {
	c := &checker{
		fset:      token.NewFileSet(),
		exports:   make(map[string]string),
		importers: make(map[string]types.Importer),
	}
	for _, p := range pkgs {
		c.exports[p.ImportPath] = p.Export
	}
	return c
}

// check parses and type-checks a package. It continues after errors: most usages
// show in the syntax, and the first error is reported.
func (c *checker) check(p *listed) (checked, string) {
	problem := ""
	note := func(err error) {
		if problem == "" && err != nil {
			problem = err.Error()
		}
	}
	if p.Error != nil {
		problem = p.Error.Err
	}
	result := checked{c.fset, nil, &types.Info{
		Types:      make(map[ast.Expr]types.TypeAndValue),
		Defs:       make(map[*ast.Ident]types.Object),
		Uses:       make(map[*ast.Ident]types.Object),
		Selections: make(map[*ast.SelectorExpr]*types.Selection),
	}}
	for _, name := range append(p.GoFiles, p.CgoFiles...) {
		if !filepath.IsAbs(name) {
			name = filepath.Join(p.Dir, name)
		}
		file, err := parser.ParseFile(c.fset, name, nil, parser.SkipObjectResolution)
		note(err)
		if file != nil {
			result.files = append(result.files, file)
		}
	}
	config := types.Config{
		Importer:    mapped{c.importer(p.ForTest), p.ImportMap},
		FakeImportC: true,
		Error:       note,
	}
	// The error is the first of those noted.
	_, _ = config.Check(p.ImportPath, c.fset, result.files, result.info)
	return result, problem
}

func (c *checker) importer(forTest string) types.Importer {
	if known := c.importers[forTest]; known != nil {
		return known
	}
	made := importer.ForCompiler(c.fset, "gc", func(path string) (io.ReadCloser, error) {
		if file := c.exports[path]; file != "" {
			return os.Open(file)
		}
		return nil, fmt.Errorf("no export data for %s", path)
	})
	c.importers[forTest] = made
	return made
}

// mapped resolves the import paths in a source file as go list says.
type mapped struct {
	importer types.Importer
	paths    map[string]string
}

func (m mapped) Import(path string) (*types.Package, error) {
	if resolved := m.paths[path]; resolved != "" {
		path = resolved
	}
	return m.importer.Import(path)
}
