package main

import (
	"errors"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// variable is what the source calls something on a line, and of which type that is.
type variable struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Name string `json:"name"`
	// Kind is the number of the type's kind in package internal/abi.
	Kind int    `json:"kind"`
	Type string `json:"type"`
}

// variablesAt lists the variables on lines, each given as file:line. Types are those that
// the package itself knows: nothing that it imports is read, and what has a type from
// elsewhere is left out.
func variablesAt(lines []string) []variable {
	wanted := make(map[string]map[int]bool)
	for _, line := range lines {
		colon := strings.LastIndexByte(line, ':')
		if number, err := strconv.Atoi(line[colon+1:]); colon > 0 && err == nil {
			file := line[:colon]
			if wanted[file] == nil {
				wanted[file] = make(map[int]bool)
			}
			wanted[file][number] = true
		}
	}
	all := []variable{}
	for file, lines := range wanted {
		all = append(all, variablesOf(file, lines)...)
	}
	return all
}

func variablesOf(file string, lines map[int]bool) []variable {
	fset := token.NewFileSet()
	this, _ := parser.ParseFile(fset, file, nil, parser.SkipObjectResolution)
	if this == nil {
		return nil
	}
	info := &types.Info{Types: make(map[ast.Expr]types.TypeAndValue)}
	config := types.Config{
		Importer:    nothing{},
		FakeImportC: true,
		Error:       func(error) {}, // what is imported is missing
	}
	config.Check("p", fset, append(siblings(fset, file, this), this), info)
	var found []variable
	ast.Inspect(this, func(n ast.Node) bool {
		x, ok := n.(ast.Expr)
		if !ok || !lines[fset.Position(x.Pos()).Line] {
			return true
		}
		if known := info.Types[x]; known.Addressable() {
			if kind := kindOf(known.Type); kind != 0 {
				found = append(found, variable{
					file, fset.Position(x.Pos()).Line, types.ExprString(ast.Unparen(x)), kind,
					types.TypeString(known.Type, func(*types.Package) string { return this.Name.Name }),
				})
			}
		}
		return true
	})
	return found
}

// siblings are the other files of a file's package that a build here has.
func siblings(fset *token.FileSet, file string, this *ast.File) []*ast.File {
	directory := filepath.Dir(file)
	entries, _ := os.ReadDir(directory)
	var files []*ast.File
	for _, entry := range entries {
		name := entry.Name()
		if !strings.HasSuffix(name, ".go") || name == filepath.Base(file) {
			continue
		}
		if match, err := build.Default.MatchFile(directory, name); err != nil || !match {
			continue
		}
		other, _ := parser.ParseFile(fset, filepath.Join(directory, name), nil, parser.SkipObjectResolution)
		if other != nil && other.Name.Name == this.Name.Name {
			files = append(files, other)
		}
	}
	return files
}

// nothing imports nothing.
type nothing struct{}

func (nothing) Import(string) (*types.Package, error) { return nil, errors.New("not read") }

// kindOf is the kind of a scalar, a string, a pointer or an interface; 0 of others.
func kindOf(t types.Type) int {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return kinds[u.Kind()]
	case *types.Pointer:
		return 22
	case *types.Chan:
		return 18
	case *types.Signature:
		return 19
	case *types.Interface:
		if _, parameter := t.(*types.TypeParam); !parameter {
			return 20
		}
	}
	return 0
}

var kinds = map[types.BasicKind]int{
	types.Bool: 1, types.Int: 2, types.Int8: 3, types.Int16: 4, types.Int32: 5, types.Int64: 6,
	types.Uint: 7, types.Uint8: 8, types.Uint16: 9, types.Uint32: 10, types.Uint64: 11, types.Uintptr: 12,
	types.Float32: 13, types.Float64: 14, types.String: 24, types.UnsafePointer: 26,
}
