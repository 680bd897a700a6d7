package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// sibling is the variable of another object that the statement which makes an object makes as well,
// such as the two ends of a pipe.
const sibling = "sibling"

// siblingOf is the other object that a statement makes with one, or nil.
func (s *slicer) siblingOf(st ast.Stmt, object *types.Var) *types.Var {
	made, ok := st.(*ast.AssignStmt)
	if !ok || made.Tok != token.DEFINE || len(made.Rhs) != 1 {
		return nil
	}
	for _, lhs := range made.Lhs {
		id, ok := lhs.(*ast.Ident)
		if !ok || id.Name == "_" {
			continue
		}
		other, ok := s.h.p.TypesInfo.Defs[id].(*types.Var)
		if !ok || other == object {
			continue
		}
		if s.pr.isOfPackage(other.Type()) && !inTests(s.pr.p.Fset, deref(other.Type()).(*types.Named).Obj().Pos()) {
			return other
		}
	}
	return nil
}

// ofSibling are the calls of the object that a seed makes as well.
func (pr *prober) ofSibling(h *home, from *seed) []*operation {
	if from.sibling == nil {
		return nil
	}
	typ := from.sibling.Type()
	named := deref(typ).(*types.Named)
	all := pr.methodsOf(h, typ, named, sibling, named.Obj().Name())
	for _, one := range all {
		one.beside = true
		for i := range one.ways {
			one.ways[i].label = from.sibling.Name() + strings.TrimPrefix(one.ways[i].text, sibling)
		}
	}
	return all
}

// concreteOf is the only type of the package that a function returns as an interface, at a place
// among its results, or nil.
func (pr *prober) concreteOf(fn *types.Func, at int) types.Type {
	source := pr.in.sources()[fn.Origin().FullName()]
	if source == nil {
		return nil
	}
	var found types.Type
	for instr := range instructions(source) {
		end, ok := instr.(*ssa.Return)
		if !ok || at >= len(end.Results) {
			continue
		}
		values := []ssa.Value{end.Results[at]}
		if read, ok := end.Results[at].(*ssa.UnOp); ok && valuesOf(read) != nil {
			values = valuesOf(read)
		}
		for _, one := range values {
			if _, none := one.(*ssa.Const); none {
				continue
			}
			boxed, ok := one.(*ssa.MakeInterface)
			if !ok || !pr.isOfPackage(boxed.X.Type()) || found != nil && !types.Identical(found, boxed.X.Type()) {
				return nil
			}
			found = boxed.X.Type()
		}
	}
	return found
}

// isOfPackage reports whether a type, or what it points to, is a named one of the package.
func (pr *prober) isOfPackage(typ types.Type) bool {
	named, ok := deref(typ).(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == pr.p.PkgPath
}

// methodsOf are calls of the methods of an object in a variable, those first that end it.
func (pr *prober) methodsOf(h *home, typ types.Type, named *types.Named, variable, prefix string) []*operation {
	var all []*operation
	for _, sel := range exportedMethods(typ) {
		fn := sel.Obj().(*types.Func)
		if own, _, _ := types.LookupFieldOrMethod(types.NewPointer(named), true, named.Obj().Pkg(), fn.Name()); own != nil {
			if method, ok := own.(*types.Func); ok {
				fn = method // of what an interface has
			}
		}
		if known := pr.known(named.Obj().Name()); unsafeWords.MatchString(pr.docOf(fn)) || known != nil && known.omitted != "" {
			continue
		}
		if one, _ := pr.operation(named.Obj().Name(), h, typ, fn, sel.Type().(*types.Signature), variable+"."); one != nil {
			one.name, one.owner = prefix+one.name, named.Obj().Name()
			all = append(all, one)
			all = append(all, pr.streams(one)...)
		}
	}
	slices.SortStableFunc(all, func(a, b *operation) int { return rankOf(b.ends) - rankOf(a.ends) })
	return all[:min(len(all), 6)]
}
