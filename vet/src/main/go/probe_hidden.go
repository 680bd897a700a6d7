package main

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// hide finds types that users know only as an interface, such as a slog.Handler: the
// functions that make their objects return that. An interface of the package is probed
// itself; if several types implement it, its objects are of some of them only.
func (pr *prober) hide() {
	for _, fn := range pr.userFunctions() {
		if fn.Signature().TypeParams().Len() > 0 || !pr.conceals(fn) {
			continue
		}
		for _, named := range pr.returned(fn, 0) {
			typ := pr.known(named.Obj().Name())
			if typ == nil {
				if named.Obj().Exported() || pr.want.types != nil && !pr.want.types.MatchString(named.Obj().Name()) {
					continue
				}
				methods := exportedMethods(fn.Signature().Results().At(0).Type())
				typ = &probed{name: named.Obj().Name(), named: named, place: line(pr.p.Fset, named.Obj().Pos()), exported: len(methods)}
				pr.types = append(pr.types, typ)
			}
			if !slices.Contains(typ.makers, fn) {
				typ.makers = append(typ.makers, fn)
			}
		}
	}
}

// conceals reports whether a function returns an object as an interface that is of
// another package, or that several types implement, alone or with an error.
func (pr *prober) conceals(fn *types.Func) bool {
	results := fn.Signature().Results()
	if results.Len() == 0 || results.Len() > 2 || results.Len() == 2 && results.At(1).Type().String() != "error" {
		return false
	}
	as, ok := types.Unalias(results.At(0).Type()).(*types.Named)
	if !ok || !types.IsInterface(as) || as.Obj().Pkg() == nil || len(exportedMethods(as)) == 0 {
		return false
	}
	return as.Obj().Pkg() != pr.p.Types || pr.isImplementedTwice(as)
}

func (pr *prober) isImplementedTwice(as *types.Named) bool {
	c := &caller{in: pr.in, p: pr.p}
	own := make(map[*types.TypeName]bool)
	for _, typ := range c.implementations(as, as.Underlying().(*types.Interface)) {
		if one := deref(typ).(*types.Named).Obj(); !inTests(pr.p.Fset, one.Pos()) {
			own[one] = true
		}
	}
	return len(own) > 1
}

// deepestMaker is how far functions are followed that return what others make.
const deepestMaker = 3

// returned are the types of the package that a function returns first, some of them
// several times.
func (pr *prober) returned(fn *types.Func, depth int) []*types.Named {
	source := pr.in.sources()[fn.Origin().FullName()]
	if source == nil || depth > deepestMaker {
		return nil
	}
	var found []*types.Named
	seen := make(map[ssa.Value]bool)
	var look func(value ssa.Value)
	look = func(value ssa.Value) {
		if seen[value] {
			return
		}
		seen[value] = true
		switch value := value.(type) {
		case *ssa.MakeInterface:
			named, ok := deref(value.X.Type()).(*types.Named)
			if ok && named.Obj().Pkg() == pr.p.Types && named.TypeParams().Len() == 0 {
				found = append(found, named)
			}
		case *ssa.Phi:
			for _, edge := range value.Edges {
				look(edge)
			}
		case *ssa.Extract:
			if value.Index == 0 {
				look(value.Tuple)
			}
		case *ssa.Call:
			if of := value.Call.StaticCallee(); of != nil {
				if declared, ok := of.Object().(*types.Func); ok && declared.Pkg() == pr.p.Types {
					found = append(found, pr.returned(declared, depth+1)...)
				}
			}
		}
	}
	for _, block := range source.Blocks {
		if end := returns(block); end != nil && len(end.Results) > 0 {
			look(end.Results[0])
		}
	}
	return found
}

// madeBy is the name of the only type that a statement makes an object of, as an
// interface; "" if there is none, or the object is not its first variable.
func (pr *prober) madeBy(info *types.Info, st ast.Stmt, object *types.Var) string {
	assigned, ok := st.(*ast.AssignStmt)
	if !ok || len(assigned.Rhs) != 1 {
		return ""
	}
	if first, ok := assigned.Lhs[0].(*ast.Ident); !ok || info.Defs[first] != object {
		return ""
	}
	call, ok := assigned.Rhs[0].(*ast.CallExpr)
	if !ok {
		return ""
	}
	id := callee(call)
	if id == nil {
		return ""
	}
	name := ""
	for _, typ := range pr.types {
		if slices.ContainsFunc(typ.makers, func(fn *types.Func) bool { return sameFunction(info.Uses[id], fn) }) {
			if name != "" {
				return ""
			}
			name = typ.name
		}
	}
	return name
}

// sameFunction reports whether an object is a function, as one or another form of
// its package knows it.
func sameFunction(obj types.Object, fn *types.Func) bool {
	other, ok := obj.(*types.Func)
	return ok && other.FullName() == fn.FullName()
}

// concrete is the method that a method of an interface means for the objects of a
// type: its documentation and what it does are known.
func (typ *probed) concrete(fn *types.Func) *types.Func {
	if typ.named == nil || len(typ.makers) == 0 || !types.IsInterface(fn.Signature().Recv().Type()) {
		return fn
	}
	if own, _, _ := types.LookupFieldOrMethod(types.NewPointer(typ.named), true, typ.named.Obj().Pkg(), fn.Name()); own != nil {
		if method, ok := own.(*types.Func); ok {
			return method
		}
	}
	return fn
}

// concealed are objects that functions return as an interface, made of plain values.
func (pr *prober) concealed(h *home, typ *probed) []*seed {
	for _, fn := range typ.makers {
		c := &caller{in: pr.in, p: h.p, fn: fn, imports: h.imports, locals: make(map[types.Object]string)}
		args, ok := c.arguments(fn.Signature(), 0)
		if !ok || pr.in.harm(append(c.used, fn)) != "" {
			continue
		}
		text := fn.Name() + "(" + args + ")"
		if fn.Pkg() != h.p.Types {
			text = c.imported(fn.Pkg()) + "." + text
		}
		names := "x := "
		if fn.Signature().Results().Len() == 2 {
			names = "x, _ := "
		}
		statements := append(c.before, names+text)
		return []*seed{{param: "t", statements: statements, result: "x", typ: fn.Signature().Results().At(0).Type(), hollow: isHollowSetup(statements)}}
	}
	return nil
}
