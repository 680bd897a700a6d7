package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// An effect is a field or variable that a function sets, and where the value is from.
type effect struct {
	sets  premise
	param int    // the number of the parameter that has the value, with the receiver; -1 for none
	from  string // the field or variable that it is a copy of; "" for none
}

// An effects keeps what functions set, themselves and through those that they call. The functions
// that they make are taken to be called: an option is one.
type effects struct {
	in   *loaded
	done map[*ssa.Function][]effect
}

func (e *effects) of(fn *ssa.Function, depth int) []effect {
	if known, ok := e.done[fn]; ok || depth > deepestCall {
		return known
	}
	e.done[fn] = nil // while it is looked at
	var found []effect
	add := func(one effect) {
		if !slices.Contains(found, one) {
			found = append(found, one)
		}
	}
	var visit func(of *ssa.Function)
	visit = func(of *ssa.Function) {
		for instr := range instructions(of) {
			switch i := instr.(type) {
			case *ssa.Store:
				if name := field(i.Addr); name != "" {
					for _, one := range storedBy(i.Val, fn, name, 0) {
						add(one)
					}
				}
			case *ssa.MapUpdate:
				if name := field(i.Map); name != "" {
					add(effect{sets: premise(name), param: -1})
				}
			case ssa.CallInstruction:
				for _, callee := range e.callees(i.Common()) {
					for _, one := range e.of(callee, depth+1) {
						e.through(i.Common(), one, fn, add)
					}
				}
			}
		}
		for _, inner := range of.AnonFuncs {
			visit(inner)
		}
	}
	visit(fn)
	e.done[fn] = found
	return found
}

// callees are declared functions: those that are made are looked at where they are.
func (e *effects) callees(call *ssa.CallCommon) []*ssa.Function {
	return slices.DeleteFunc(slices.Clone(e.in.callees(call)), func(fn *ssa.Function) bool { return fn.Parent() != nil })
}

// through adds an effect of a function that is called, with the arguments of the call.
func (e *effects) through(call *ssa.CallCommon, one effect, fn *ssa.Function, add func(effect)) {
	if one.param < 0 {
		add(one)
		return
	}
	at := one.param
	if call.IsInvoke() {
		at-- // of the arguments, where the receiver is none
	}
	if at < 0 || at >= len(call.Args) {
		return
	}
	for _, given := range storedBy(call.Args[at], fn, string(one.sets), 0) {
		add(given)
	}
}

// storedBy are what the value that is stored in a field of a name, by a function or one that it
// makes, says of the field.
func storedBy(value ssa.Value, fn *ssa.Function, name string, depth int) []effect {
	always := []effect{{sets: premise(name), param: -1}}
	if depth > deepestCall {
		return always
	}
	switch v := value.(type) {
	case *ssa.Const:
		if isZero(v) {
			return []effect{{sets: unset + premise(name), param: -1}}
		}
	case *ssa.MakeMap:
		return nil
	case *ssa.MakeSlice:
		if length, ok := v.Len.(*ssa.Const); ok && isZero(length) {
			return nil
		}
	case *ssa.Parameter:
		if at := slices.Index(fn.Params, v); at >= 0 {
			return []effect{{sets: premise(name), param: at}}
		}
	case *ssa.Convert:
		return storedBy(v.X, fn, name, depth+1)
	case *ssa.ChangeType:
		return storedBy(v.X, fn, name, depth+1)
	case *ssa.MakeInterface:
		return storedBy(v.X, fn, name, depth+1)
	case *ssa.Field:
		if from := fieldOfValue(v); from != "" {
			return []effect{{sets: premise(name), param: -1, from: from}}
		}
	case *ssa.Phi:
		var all []effect
		for _, edge := range v.Edges {
			if edge != value {
				all = append(all, storedBy(edge, fn, name, depth+1)...)
			}
		}
		return all
	case *ssa.UnOp:
		if v.Op != token.MUL {
			break
		}
		if from := field(v.X); from != "" {
			return []effect{{sets: premise(name), param: -1, from: from}}
		}
		if one := onlyValue(v.X); one != nil {
			return storedBy(one, fn, name, depth+1)
		}
	}
	return always
}

// onlyValue is what a local variable has, also one of the function around, if it is assigned
// once; nil if it is not.
func onlyValue(variable ssa.Value) ssa.Value {
	for {
		free, ok := variable.(*ssa.FreeVar)
		if !ok {
			break
		}
		inner := free.Parent()
		at := slices.Index(inner.FreeVars, free)
		variable = nil
		for instr := range instructions(inner.Parent()) {
			if made, ok := instr.(*ssa.MakeClosure); ok && made.Fn == ssa.Value(inner) {
				variable = made.Bindings[at]
			}
		}
	}
	local, ok := variable.(*ssa.Alloc)
	if !ok {
		return nil
	}
	var found ssa.Value
	for _, use := range *local.Referrers() {
		if store, ok := use.(*ssa.Store); ok && store.Addr == ssa.Value(local) {
			if found != nil {
				return nil
			}
			found = store.Val
		}
	}
	return found
}

// settings are the fields and variables that statements of a test set: by assignments, in
// literals, and by what they call.
func (s *slicer) settings(list []ast.Stmt) map[premise]bool {
	info := s.h.p.TypesInfo
	found := make(map[premise]bool)
	var copies []effect
	set := func(name string, value ast.Expr) {
		switch {
		case name == "":
		case value != nil && isZeroExpression(info, value):
			replace(found, []premise{unset + premise(name)})
		default:
			replace(found, []premise{premise(name)})
		}
	}
	for _, st := range list {
		ast.Inspect(st, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for i, left := range n.Lhs {
					var value ast.Expr
					if len(n.Lhs) == len(n.Rhs) && n.Tok == token.ASSIGN {
						value = n.Rhs[i]
					}
					if index, ok := left.(*ast.IndexExpr); ok {
						left, value = index.X, nil
					}
					set(assignedName(info, left), value)
				}
			case *ast.IncDecStmt:
				set(assignedName(info, n.X), nil)
			case *ast.CompositeLit:
				structure, ok := info.TypeOf(n).Underlying().(*types.Struct)
				if !ok {
					break
				}
				for i, element := range n.Elts {
					if pair, ok := element.(*ast.KeyValueExpr); ok {
						if key, ok := pair.Key.(*ast.Ident); ok {
							set(origin(info.TypeOf(n))+"."+key.Name, pair.Value)
						}
					} else if i < structure.NumFields() {
						set(origin(info.TypeOf(n))+"."+structure.Field(i).Name(), element)
					}
				}
			case *ast.CallExpr:
				var all []premise
				for _, one := range s.pr.effectsOfCall(info, n) {
					if one.from != "" {
						copies = append(copies, one)
					} else {
						all = append(all, one.sets)
					}
				}
				replace(found, all)
			}
			return true
		})
	}
	for changed := true; changed; {
		changed = false
		for _, one := range copies {
			if found[premise(one.from)] && !found[one.sets] {
				found[one.sets], changed = true, true
			}
		}
	}
	if loops(list) { // more than one, as a parameter may ask for
		for _, one := range slices.Collect(maps.Keys(found)) {
			found[many+one] = true
		}
	}
	return found
}

// replace adds what one statement sets: what others have set before does not hold any more.
func replace(found map[premise]bool, by []premise) {
	for _, one := range by {
		if !slices.Contains(by, one.opposite()) {
			delete(found, one.opposite())
		}
		found[one] = true
	}
}

// effectsOfCall are those of a call in a test, with its arguments.
func (pr *prober) effectsOfCall(info *types.Info, call *ast.CallExpr) []effect {
	id := callee(call)
	if id == nil {
		return nil
	}
	fn, ok := info.Uses[id].(*types.Func)
	if !ok {
		return nil
	}
	shift, sources := pr.calledBy(fn)
	var found []effect
	for _, source := range sources {
		for _, one := range pr.effects.of(source, 0) {
			if at := one.param - shift; one.param >= 0 {
				if at < 0 || at >= len(call.Args) {
					continue
				}
				if isZeroExpression(info, call.Args[at]) {
					one.sets = unset + one.sets
				}
				one.param = -1
			}
			found = append(found, one)
		}
	}
	return found
}

func isZeroExpression(info *types.Info, value ast.Expr) bool {
	known := info.Types[value]
	return known.IsNil() || known.Value != nil && isZeroConstant(known.Value)
}

// assignedName is the field or the variable of a package that an expression is, or "".
func assignedName(info *types.Info, expr ast.Expr) string {
	switch e := ast.Unparen(expr).(type) {
	case *ast.StarExpr:
		return assignedName(info, e.X)
	case *ast.Ident:
		return variableName(info.Uses[e])
	case *ast.SelectorExpr:
		selection := info.Selections[e]
		if selection == nil {
			return variableName(info.Uses[e.Sel])
		}
		typ := selection.Recv()
		of := origin(deref(typ))
		for _, at := range selection.Index()[:len(selection.Index())-1] {
			structure, ok := deref(typ).Underlying().(*types.Struct)
			if !ok {
				return ""
			}
			typ = structure.Field(at).Type()
			of = origin(deref(typ))
		}
		if outer := assignedName(info, e.X); of == "struct" && outer != "" {
			of = outer
		}
		return of + "." + e.Sel.Name
	}
	return ""
}

func variableName(obj types.Object) string {
	if v, ok := obj.(*types.Var); ok && !v.IsField() && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
		return v.Pkg().Path() + "." + v.Name()
	}
	return ""
}

// calledBy is what a call of a function may be of, and the parameters that come before those of
// its arguments.
func (pr *prober) calledBy(fn *types.Func) (int, []*ssa.Function) {
	if fn.Signature().Recv() != nil {
		return 1, pr.sourcesOf(fn)
	}
	if source := pr.in.sources()[fn.Origin().FullName()]; source != nil {
		return 0, []*ssa.Function{source}
	}
	return 0, nil
}
