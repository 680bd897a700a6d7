package main

import (
	"go/ast"
	"go/types"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// ownUse is the evidence of two goroutines of which each does what a test does, with objects of its
// own.
const ownUse = "own use"

// testNames are those of tests.
var testNames = regexp.MustCompile(`^Test([^a-z]|$)`)

// mostAgain tests of a package run twice.
const mostAgain = 20

// again are tests that two goroutines run at the same time: what they meet in is a variable of a
// package, or an object that one refers to.
func (w *seedWriter) again() {
	made := 0
	for _, file := range w.home.p.Syntax {
		if !inTests(w.pr.p.Fset, file.Pos()) {
			continue
		}
		for _, decl := range file.Decls {
			test, ok := decl.(*ast.FuncDecl)
			if !ok || test.Recv != nil || !testNames.MatchString(test.Name.Name) || w.pr.want.funcs != nil && !w.pr.want.funcs.MatchString(test.Name.Name) {
				continue
			}
			fn, ok := w.home.p.TypesInfo.Defs[test.Name].(*types.Func)
			if !ok || fn.Signature().Params().Len() != 1 || fn.Signature().Params().At(0).Type().String() != "*testing.T" {
				continue
			}
			source := w.pr.in.sources()[fn.FullName()]
			if source == nil {
				continue
			}
			called, ok := w.pr.mayRunTwice(source)
			if !ok {
				continue
			}
			sum := newSummary()
			for fn := range called {
				sum.add(w.pr.summaries.of(fn, nil, 0))
			}
			if !w.pr.changesShared(sum) {
				continue
			}
			one := &operation{name: fn.Name(), sum: sum, place: line(w.pr.p.Fset, fn.Pos()), ways: []way{{text: fn.Name() + "(t)"}}}
			call := boundCall{one, one.ways[0]}
			why := &evidence{Kind: ownUse, Text: fn.Name(), Place: one.place}
			if made++; made > mostAgain {
				return
			}
			w.found = append(w.found, candidate{rank: 10 * (unguarded - 1), shape: [][]boundCall{{call}, {call}}, apart: why})
		}
	}
}

// changesShared reports whether a call changes a variable of a package of the module without a lock,
// or may change an object that such a variable leads to.
func (pr *prober) changesShared(sum *summary) bool {
	for a := range sum.accesses {
		if !a.variable {
			continue
		}
		if a.write && a.locks == "" {
			return true
		}
		if v := pr.variableOf(a.field); v != nil && refersToObjects(v.Type(), 0) {
			return true
		}
	}
	return false
}

// variableOf is the variable of a package of the module with the name of a summary, or nil.
func (pr *prober) variableOf(field string) *types.Var {
	field = strings.TrimSuffix(field, "[]")
	at := strings.LastIndex(field, ".")
	for _, p := range pr.in.pkgs {
		if at > 0 && p.PkgPath == field[:at] && pr.isOfModule(p.Types) {
			v, _ := p.Types.Scope().Lookup(field[at+1:]).(*types.Var)
			return v
		}
	}
	return nil
}

// deepestHelper is how far functions of the tests are followed that a test calls.
const deepestHelper = 4

// mayRunTwice reports whether a test shares no object with a second run of it that is its own: no
// variable of the tests or of the module that has one, nothing that it sets for the whole package or
// process. It returns what the test calls of the module.
func (pr *prober) mayRunTwice(test *ssa.Function) (map[*ssa.Function]bool, bool) {
	seen, called := make(map[*ssa.Function]bool), make(map[*ssa.Function]bool)
	var alone, examined func(fn *ssa.Function, depth int) bool
	alone = func(fn *ssa.Function, depth int) bool {
		if seen[fn] {
			return true
		}
		seen[fn] = true
		for _, inner := range fn.AnonFuncs {
			if !alone(inner, depth) {
				return false
			}
		}
		var operands [8]*ssa.Value
		for instr := range instructions(fn) {
			for _, operand := range instr.Operands(operands[:0]) {
				switch v := (*operand).(type) {
				case *ssa.Global:
					if pr.isSharedByTests(v) {
						return false
					}
				case *ssa.Function: // that is called, or given away
					if !examined(v, depth) {
						return false
					}
				}
			}
			if store, ok := instr.(*ssa.Store); ok && isVariable(store.Addr) {
				return false
			}
			if call, ok := instr.(ssa.CallInstruction); ok && call.Common().StaticCallee() == nil {
				for _, one := range pr.in.callees(call.Common()) {
					if !examined(one, depth) {
						return false
					}
				}
			}
		}
		return true
	}
	examined = func(fn *ssa.Function, depth int) bool {
		if aloneWords.MatchString(fn.String()) {
			return false
		}
		declared, ok := fn.Object().(*types.Func)
		if !ok || !pr.isOfModule(declared.Pkg()) {
			return true
		}
		if inTests(pr.p.Fset, declared.Pos()) {
			return depth > 0 && alone(pr.source(fn, declared), depth-1)
		}
		called[pr.source(fn, declared)] = true
		return declared.Signature().Recv() != nil || !pr.isPrepared(declared)
	}
	return called, alone(test, deepestHelper)
}

// source is the function of the loaded package, of which another one sees only export data.
func (pr *prober) source(fn *ssa.Function, declared *types.Func) *ssa.Function {
	if source := pr.in.sources()[declared.Origin().FullName()]; source != nil {
		return source
	}
	return fn
}

// aloneWords are functions whose callers are alone in the process, or run once: they change what
// belongs to all of it, or a file.
var aloneWords = regexp.MustCompile(`^(\(\*testing\.(common|T)\)\.(Parallel|Setenv|Chdir)|os\.(Setenv|Unsetenv|Chdir|Exit|Create|OpenFile|WriteFile|Remove|RemoveAll|Rename|Truncate|Link|Symlink|Mkdir|MkdirAll|Chmod)|io/ioutil\.WriteFile|flag\.\w+|net\.Listen\w*|os/exec\.\w+|os/signal\.\w+|runtime\.NumGoroutine)$`)

// isSharedByTests reports whether a variable of the tests, or of the module, has an object.
func (pr *prober) isSharedByTests(global *ssa.Global) bool {
	if global.Pkg == nil || !pr.isOfModule(global.Pkg.Pkg) {
		return false
	}
	typ := deref(global.Type())
	if text := types.TypeString(typ, nil); text == "error" || strings.HasPrefix(text, "*regexp.") {
		return false
	}
	return isNillable(typ) || isStruct(typ) || refersToObjects(typ, 0)
}
