package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"strconv"
	"strings"
)

// variable is what the source calls something on a line, and of which type that is.
type variable struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Name string `json:"name"`
	// Written is whether the line assigns to it.
	Written bool  `json:"written"`
	Shape   shape `json:"shape"`
}

// shape is how a type lies in memory.
type shape struct {
	// Kind is the number of the type's kind in package internal/abi; 0 of what no variable
	// has, such as a type parameter.
	Kind int    `json:"kind"`
	Type string `json:"type"`
	Size int64  `json:"size"`
	// Field and Offset are of a field of a struct.
	Field  string `json:"field,omitempty"`
	Offset int64  `json:"offset,omitempty"`
	// Length is how many elements an array has.
	Length int64 `json:"length,omitempty"`
	// Parts are the fields of a struct, or what the elements of an array or a slice are.
	Parts []shape `json:"parts,omitempty"`
}

// variablesAt lists the variables on lines, each given as file:line. Packages that a file
// imports are loaded only if a variable has a type of theirs.
func variablesAt(goCommand string, lines []string) []variable {
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
	loaded := make(map[string][]checked)
	for file, lines := range wanted {
		f := read(file, packageTexts{})
		if f.syntax == nil {
			continue
		}
		found, whole := variablesOf(file, f.fset, f.syntax, f.info, lines)
		if !whole {
			directory := filepath.Dir(file)
			if _, known := loaded[directory]; !known {
				loaded[directory] = packagesIn(goCommand, directory)
			}
			if c, syntax := fileIn(loaded[directory], file); syntax != nil {
				found, _ = variablesOf(file, c.fset, syntax, c.info, lines)
			}
		}
		all = append(all, found...)
	}
	return all
}

// packagesIn loads the package in a directory and those of its tests; none if the go command
// can't.
func packagesIn(goCommand, directory string) (all []checked) {
	opts := options{goCommand: goCommand, directory: directory, tests: true, patterns: []string{"."}}
	pkgs, err := list(opts)
	if err != nil {
		return nil
	}
	check := newChecker(pkgs)
	for _, p := range targets(pkgs, opts) {
		c, _ := check.check(p)
		all = append(all, c)
	}
	return all
}

func fileIn(packages []checked, name string) (checked, *ast.File) {
	for _, p := range packages {
		for _, file := range p.files {
			if p.fset.Position(file.Package).Filename == name {
				return p, file
			}
		}
	}
	return checked{}, nil
}

// variablesOf also reports whether the types of all are known.
func variablesOf(name string, fset *token.FileSet, file *ast.File, info *types.Info, lines map[int]bool) (found []variable, whole bool) {
	whole = true
	written := assigned(file, info)
	ast.Inspect(file, func(n ast.Node) bool {
		x, ok := n.(ast.Expr)
		if !ok || !lines[fset.Position(x.Pos()).Line] {
			return true
		}
		known := info.Types[x]
		if known.Type == nil || known.Type == types.Typ[types.Invalid] {
			whole = whole && isName(x, info)
			return true
		}
		if known.Addressable() {
			found = append(found, variable{
				name, fset.Position(x.Pos()).Line, types.ExprString(ast.Unparen(x)), written[x], shapeOf(known.Type, deepest),
			})
		}
		return true
	})
	return found, whole
}

// isName reports whether an expression without a type is one that has none.
func isName(x ast.Expr, info *types.Info) bool {
	switch x := x.(type) {
	case *ast.Ident:
		object, defined := info.Defs[x]
		if object == nil {
			object = info.Uses[x]
		}
		if _, imported := object.(*types.PkgName); imported || object == nil {
			return imported || defined || x.Name == "_"
		}
		return object.Type() != types.Typ[types.Invalid]
	case *ast.KeyValueExpr:
		return true
	}
	return false
}

// assigned are the expressions that statements assign to; of an element of a map, the map.
func assigned(file *ast.File, info *types.Info) map[ast.Expr]bool {
	all := make(map[ast.Expr]bool)
	add := func(x ast.Expr) {
		all[x] = true
		if element, ok := ast.Unparen(x).(*ast.IndexExpr); ok && isMap(info.Types[element.X].Type) {
			all[element.X] = true
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, x := range n.Lhs {
				add(x)
			}
		case *ast.IncDecStmt:
			add(n.X)
		case *ast.CallExpr:
			if name, ok := n.Fun.(*ast.Ident); ok && len(n.Args) > 0 && (name.Name == "delete" || name.Name == "clear") {
				add(n.Args[0])
			}
		}
		return true
	})
	return all
}

func isMap(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Map)
	return ok
}

// deepest is how many structs, arrays and slices within each other are described.
const deepest = 3

// sizes are those of amd64 and of arm64, where programs run with Harrier.
var sizes = types.SizesFor("gc", "amd64")

func shapeOf(t types.Type, depth int) shape {
	s := shape{Type: types.TypeString(t, (*types.Package).Name)}
	if _, parameter := types.Unalias(t).(*types.TypeParam); parameter {
		return s
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		s.Kind = kinds[u.Kind()]
	case *types.Array:
		s.Kind = 17
		s.Length = u.Len()
		s.Parts = elements(u.Elem(), depth)
	case *types.Chan:
		s.Kind = 18
	case *types.Signature:
		s.Kind = 19
	case *types.Interface:
		s.Kind = 20
	case *types.Map:
		s.Kind = 21
	case *types.Pointer:
		s.Kind = 22
	case *types.Slice:
		s.Kind = 23
		s.Parts = elements(u.Elem(), depth)
	case *types.Struct:
		s.Kind = 25
		if depth > 0 && isSized(t) {
			fields := make([]*types.Var, u.NumFields())
			for i := range fields {
				fields[i] = u.Field(i)
			}
			for i, offset := range sizes.Offsetsof(fields) {
				part := shapeOf(fields[i].Type(), depth-1)
				part.Field, part.Offset = fields[i].Name(), offset
				s.Parts = append(s.Parts, part)
			}
		}
	}
	if s.Kind != 0 && isSized(t) {
		s.Size = sizes.Sizeof(t)
	}
	return s
}

func elements(of types.Type, depth int) []shape {
	if depth == 0 {
		return nil
	}
	return []shape{shapeOf(of, depth-1)}
}

// isSized reports whether a type has no type parameter or unknown type in it, as far as its
// size depends on that.
func isSized(t types.Type) bool {
	if _, parameter := types.Unalias(t).(*types.TypeParam); parameter || t == types.Typ[types.Invalid] {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return isSized(u.Elem())
	case *types.Struct:
		for field := range u.Fields() {
			if !isSized(field.Type()) {
				return false
			}
		}
	}
	return true
}

var kinds = map[types.BasicKind]int{
	types.Bool: 1, types.Int: 2, types.Int8: 3, types.Int16: 4, types.Int32: 5, types.Int64: 6,
	types.Uint: 7, types.Uint8: 8, types.Uint16: 9, types.Uint32: 10, types.Uint64: 11, types.Uintptr: 12,
	types.Float32: 13, types.Float64: 14, types.Complex64: 15, types.Complex128: 16, types.String: 24, types.UnsafePointer: 26,
}
