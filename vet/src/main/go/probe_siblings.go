package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
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
