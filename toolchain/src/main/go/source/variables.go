package main

import (
	"go/ast"
	"go/types"
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

func variablesOf(name string, lines map[int]bool) []variable {
	f := read(name, packageTexts{})
	if f.syntax == nil {
		return nil
	}
	var found []variable
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		x, ok := n.(ast.Expr)
		if !ok || !lines[f.line(x.Pos())] {
			return true
		}
		if known := f.info.Types[x]; known.Addressable() {
			if kind := kindOf(known.Type); kind != 0 {
				found = append(found, variable{
					name, f.line(x.Pos()), types.ExprString(ast.Unparen(x)), kind,
					types.TypeString(known.Type, func(*types.Package) string { return f.syntax.Name.Name }),
				})
			}
		}
		return true
	})
	return found
}

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
