package main

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/packages"
)

// goroutines are the functions of a file that run in goroutines of their own.
type goroutines struct {
	bodies []goroutineBody
	users  map[*types.Var][]int // bodies that call methods of a variable
}

type goroutineBody struct {
	node  ast.Node
	loops []ast.Node // around it: several run at the same time
}

func contains(outer, inner ast.Node) bool {
	return outer.Pos() <= inner.Pos() && inner.End() <= outer.End()
}

func goroutinesOf(p *packages.Package, file *ast.File) *goroutines {
	found := &goroutines{users: make(map[*types.Var][]int)}
	var loops []ast.Node
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			loops = append(loops, n)
		case *ast.GoStmt:
			found.bodies = append(found.bodies, goroutineBody{node: n.Call})
		case *ast.CallExpr:
			sel, ok := n.Fun.(*ast.SelectorExpr)
			if !ok || len(n.Args) == 0 {
				return true
			}
			fn, ok := n.Args[len(n.Args)-1].(*ast.FuncLit)
			switch {
			case !ok:
			case sel.Sel.Name == "Go" && len(n.Args) == 1, sel.Sel.Name == "Run" && isParallel(fn):
				found.bodies = append(found.bodies, goroutineBody{node: fn})
			case sel.Sel.Name == "RunParallel":
				found.bodies = append(found.bodies, goroutineBody{node: fn, loops: []ast.Node{fn}})
			}
		}
		return true
	})
	for i := range found.bodies {
		one := &found.bodies[i]
		for _, loop := range loops {
			if contains(loop, one.node) {
				one.loops = append(one.loops, loop)
			}
		}
		ast.Inspect(one.node, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if sel, ok := call.Fun.(*ast.SelectorExpr); ok {
					if v := rootOf(p, sel.X); v != nil && !slices.Contains(found.users[v], i) {
						found.users[v] = append(found.users[v], i)
					}
				}
			}
			return true
		})
	}
	return found
}

// isParallel reports whether a subtest runs at the same time as others.
func isParallel(fn *ast.FuncLit) bool {
	return slices.ContainsFunc(fn.Body.List, func(st ast.Stmt) bool {
		call := callIn(st)
		if call == nil {
			return false
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		return ok && sel.Sel.Name == "Parallel"
	})
}

// rootOf is the variable that an expression begins with.
func rootOf(p *packages.Package, expr ast.Expr) *types.Var {
	for {
		switch e := ast.Unparen(expr).(type) {
		case *ast.SelectorExpr:
			expr = e.X
		case *ast.StarExpr:
			expr = e.X
		case *ast.Ident:
			v, _ := p.TypesInfo.Uses[e].(*types.Var)
			return v
		default:
			return nil
		}
	}
}

// share reports whether several goroutines may call methods of a variable when a
// call is made, or, without a variable, whether several may make the call. An
// object that each goroutine makes for itself is not shared.
func (g *goroutines) share(v *types.Var, call ast.Node) bool {
	for i, one := range g.bodies {
		if !contains(one.node, call) || v != nil && one.node.Pos() <= v.Pos() && v.Pos() <= one.node.End() {
			continue
		}
		for _, loop := range one.loops {
			if v == nil || v.Pos() < loop.Pos() || v.Pos() > loop.End() {
				return true
			}
		}
		for _, other := range g.users[v] {
			if v != nil && other != i && !contains(g.bodies[other].node, one.node) && !contains(one.node, g.bodies[other].node) {
				return true
			}
		}
	}
	return false
}
