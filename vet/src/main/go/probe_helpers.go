package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// isCalledByGo reports whether the go command calls a function of the tests with that name.
func isCalledByGo(name string) bool {
	return slices.ContainsFunc([]string{"Test", "Benchmark", "Example", "Fuzz"}, func(prefix string) bool { return isTestName(name, prefix) })
}

// helped is the call of a function of the tests that returns a value of a type, if it needs no more
// than plain values or the test, starts no goroutine itself and does nothing outside the process. What it
// makes has what an empty value lacks. The one with the fewest parameters comes first.
func (c *caller) helped(typ types.Type) (string, bool) {
	if !c.tests {
		return "", false
	}
	switch deref(typ).Underlying().(type) {
	case *types.Struct, *types.Interface:
	default:
		return "", false
	}
	var best *types.Func
	scope := c.p.Types.Scope()
	for _, name := range scope.Names() {
		fn, ok := scope.Lookup(name).(*types.Func)
		if !ok || isCalledByGo(name) || !inTests(c.p.Fset, fn.Pos()) || best != nil && best.Signature().Params().Len() <= fn.Signature().Params().Len() {
			continue
		}
		if gives(fn.Signature(), typ) && c.isPlainHelper(fn) {
			best = fn
		}
	}
	if best == nil {
		return "", false
	}
	args, ok := c.arguments(best.Signature(), deepest)
	if !ok {
		return "", false
	}
	c.used = append(c.used, best)
	return c.resultOf(best.Name()+"("+args+")", best.Signature()), true
}

// isPlainHelper reports whether any test may call a function of the tests.
func (c *caller) isPlainHelper(fn *types.Func) bool {
	if fn.Signature().TypeParams().Len() > 0 {
		return false
	}
	params := fn.Signature().Params()
	for i := range params.Len() {
		typ := params.At(i).Type()
		if fn.Signature().Variadic() && i == params.Len()-1 {
			typ = typ.(*types.Slice).Elem()
		}
		if _, basic := typ.Underlying().(*types.Basic); !basic && !isTestParameter(typ) {
			return false
		}
	}
	source := c.in.sources()[fn.FullName()]
	if source == nil {
		return false
	}
	for instr := range instructions(source) {
		call, isCall := instr.(ssa.CallInstruction)
		if _, isGo := instr.(*ssa.Go); isGo || isCall && startedIn(call) != nil {
			return false
		}
	}
	return c.in.harm([]*types.Func{fn}) == ""
}

func isTestParameter(typ types.Type) bool {
	return typ.String() == "*testing.T" || typ.String() == "testing.TB"
}

// mostHelperCalls of one function, in one test, are looked at: others pass much the same.
const mostHelperCalls = 2

// throughHelpers are calls in tests, and of those in functions of the tests one for each call of
// such a function: that says what its parameters are. It is within the test then.
func (in *loaded) throughHelpers(sites []site) []site {
	var found []site
	for _, s := range sites {
		helper := s.helper()
		if helper == nil {
			found = append(found, s)
			continue
		}
		n := make(map[string]int)
		for _, by := range in.calls(s.p.PkgPath)[s.p.Name+"."+helper.Name.Name] {
			if by.p == s.p && by.helper() == nil && n[by.within] < mostHelperCalls {
				n[by.within]++
				through := s
				through.by, through.within = &by, by.within
				found = append(found, through)
			}
		}
		if len(n) == 0 {
			found = append(found, s)
		}
	}
	return found
}

// helper is the function of the tests that a call is in, if it is no test itself; nil for others.
func (s site) helper() *ast.FuncDecl {
	if !s.isTest || isCalledByGo(s.within) {
		return nil
	}
	for _, decl := range s.file.Decls {
		if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Pos() <= s.call.Pos() && s.call.Pos() < fn.End() {
			return fn
		}
	}
	return nil
}

// given writes a parameter of a function of the tests, as a call of that passes it, before the call
// of the method; a plain value where the call passes what only its test has.
func (c *caller) given(variable *types.Var, depth int) (string, bool) {
	if c.by == nil {
		return "", false
	}
	id := callee(c.by.call)
	fn, ok := c.p.TypesInfo.Uses[id].(*types.Func)
	if !ok || fn.Signature().Variadic() {
		return "", false
	}
	params := fn.Signature().Params()
	at := -1
	for i := range params.Len() {
		if params.At(i) == variable {
			at = i
		}
	}
	if at < 0 || at >= len(c.by.call.Args) {
		return "", false
	}
	by := c.by
	c.by = nil
	text, ok := c.closed(by.file, by.call.Args[at], depth+1)
	c.by = by
	if _, basic := variable.Type().Underlying().(*types.Basic); !ok && basic {
		text, ok = c.value(variable.Type(), deepest)
	}
	if !ok {
		return "", false
	}
	name := fmt.Sprintf("v%d", len(c.before)+1)
	c.before = append(c.before, fmt.Sprintf("%s := (%s)(%s)", name, types.TypeString(variable.Type(), c.qualified), text))
	c.locals[variable] = name
	return name, true
}

// isWithin reports whether an identifier is of something that a literal declares.
func (c *caller) isWithin(id *ast.Ident, literal *ast.FuncLit) bool {
	for _, obj := range []types.Object{c.p.TypesInfo.Uses[id], c.p.TypesInfo.Defs[id]} {
		if obj != nil && obj.Pos() != token.NoPos && literal.Pos() <= obj.Pos() && obj.Pos() < literal.End() {
			return true
		}
	}
	return false
}
