package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
)

// imports are the packages that a generated file may use, with names that nothing
// declares in the packages that the file may be in.
type imports struct {
	names  map[string]string // by path
	scopes []*types.Scope    // of these packages
}

func newImports(scopes ...*types.Scope) *imports {
	return &imports{names: make(map[string]string), scopes: scopes}
}

// of is the name of a package in the file.
func (all *imports) of(path, own string) string {
	if name, ok := all.names[path]; ok {
		return name
	}
	if variables.MatchString(own) {
		own += "api"
	}
	name := own
	for n := 2; all.taken(name); n++ {
		name = fmt.Sprintf("%s%d", own, n)
	}
	all.names[path] = name
	return name
}

func (all *imports) taken(name string) bool {
	return reserved[name] || slices.Contains(slices.Collect(maps.Values(all.names)), name) ||
		slices.ContainsFunc(all.scopes, func(scope *types.Scope) bool { return scope.Lookup(name) != nil })
}

// variables are those of generated tests: packages of an interface are often named by
// its version, such as v1.
var variables = regexp.MustCompile(`^([horv]|own|left)\d+$`)

// reserved are other names of variables in generated tests.
var reserved = map[string]bool{
	"n": true, "start": true, "done": true, "receiver": true,
	"x": true, "y": true, "t": true, "ctx": true, "cancel": true, "leave": true, "results": true, "calls": true, "got": true, sibling: true,
}

// renamed is a text of Harrier's own with the names that packages have in the file.
func (all *imports) renamed(text string) string {
	for _, known := range generatedImports {
		own := path.Base(known)
		if name := all.of(known, own); name != own {
			text = regexp.MustCompile(`\b`+own+`\.`).ReplaceAllString(text, name+".")
		}
	}
	return text
}

// declared are import declarations for what texts of declarations mention.
func (all *imports) declared(texts []string) string {
	var lines strings.Builder
	mentioned := make(map[string]bool)
	for _, text := range texts {
		maps.Copy(mentioned, packagesOf(text))
	}
	for _, path := range slices.Sorted(maps.Keys(all.names)) {
		name := all.names[path]
		if !mentioned[name] {
			continue
		}
		if name == path || strings.HasSuffix(path, "/"+name) {
			fmt.Fprintf(&lines, "\t%q\n", path)
		} else {
			fmt.Fprintf(&lines, "\t%s %q\n", name, path)
		}
	}
	return lines.String()
}

// packagesOf are the names before a dot that no declaration of a text is known for.
func packagesOf(text string) map[string]bool {
	file, _ := parser.ParseFile(token.NewFileSet(), "", "package p\n"+text, 0)
	found := make(map[string]bool)
	if file == nil {
		return found
	}
	unresolved := make(map[*ast.Ident]bool)
	for _, id := range file.Unresolved {
		unresolved[id] = true
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if selector, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := selector.X.(*ast.Ident); ok && unresolved[id] {
				found[id.Name] = true
			}
		}
		return true
	})
	return found
}
