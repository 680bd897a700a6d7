package main

import (
	"go/ast"
	"go/doc"
	"go/types"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/tools/go/packages"
)

// writeLeads writes what each function with code leads to: the functions that
// it names, and the methods of the types that it converts to interfaces, for
// anyone who makes a value decides which methods a call through an interface, in
// this code or in a dependency, gets to. A function that is not in the stream
// gets one of the numbers after those that are. It returns all these numbers.
func (x *exporter) writeLeads(g *graph) map[*node]int {
	numbers := make(map[*node]int)
	next := len(x.byKey)
	for _, n := range g.functions {
		id, ok := x.byKey[x.key(n.fn)]
		if !ok {
			id = next
			next++
		}
		numbers[n] = id
	}
	for _, n := range g.functions {
		var led []int
		seen := map[*node]bool{n: true}
		lead := func(to *node) {
			if id, ok := numbers[to]; ok && !seen[to] {
				seen[to] = true
				led = append(led, id)
			}
		}
		for _, to := range n.to {
			lead(to)
		}
		for _, typ := range n.converts {
			for _, method := range g.methods[typ] {
				if to, ok := g.byKey[x.key(method)]; ok {
					lead(to)
				}
			}
		}
		if len(led) == 0 {
			continue
		}
		var r record
		r.int(numbers[n])
		r.int(len(led))
		for _, id := range led {
			r.int(id)
		}
		x.enc.write(tagLeads, &r)
	}
	return numbers
}

// writeTests writes the functions that go test runs, with the path of the
// package that it runs them for.
func (x *exporter) writeTests(g *graph, numbers map[*node]int) {
	for i, p := range x.in.pkgs {
		if p.ForTest == "" || x.in.ssaPkgs[i] == nil {
			continue
		}
		for _, declared := range tests(p) {
			fn := x.in.prog.FuncValue(declared)
			if fn == nil {
				continue
			}
			if n, ok := g.byKey[x.key(fn)]; ok && n.fn != nil {
				var r record
				r.int(x.enc.intern(p.ForTest))
				r.int(x.enc.intern(declared.Name()))
				r.int(numbers[n])
				x.enc.write(tagTest, &r)
			}
		}
	}
}

// tests are the tests, benchmarks and fuzz targets of a package, and the
// examples that have an output to compare with.
func tests(p *packages.Package) []*types.Func {
	var files []*ast.File
	for _, file := range p.Syntax {
		if inTests(p.Fset, file.FileStart) {
			files = append(files, file)
		}
	}
	runs := make(map[string]bool)
	for _, example := range doc.Examples(files...) {
		if example.Output != "" || example.EmptyOutput {
			runs["Example"+example.Name] = true
		}
	}
	var found []*types.Func
	for _, file := range files {
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Recv != nil || fn.Body == nil {
				continue
			}
			name := fn.Name.Name
			if declared, ok := p.TypesInfo.Defs[fn.Name].(*types.Func); ok &&
				(runs[name] || isTest(name, "Test", declared, "*testing.T") ||
					isTest(name, "Benchmark", declared, "*testing.B") || isTest(name, "Fuzz", declared, "*testing.F")) {
				found = append(found, declared)
			}
		}
	}
	return found
}

// isTest holds what go test asks for: TestX or Test_x, not Testify, and what it takes.
func isTest(name, prefix string, declared *types.Func, takes string) bool {
	params := declared.Signature().Params()
	return isTestName(name, prefix) && params.Len() == 1 && params.At(0).Type().String() == takes
}

func isTestName(name, prefix string) bool {
	rest, ok := strings.CutPrefix(name, prefix)
	first, _ := utf8.DecodeRuneInString(rest)
	return ok && !unicode.IsLower(first)
}
