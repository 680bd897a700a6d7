package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// mostCalls is how deep functions of the package are read that a loop calls.
const mostCalls = 3

// isHarmless: a statement of a round wakes no goroutine, waits for nothing, does not leave the
// loop, and does not change what the other cases wait for. Those cases are not looked at.
func (r *loopReader) isHarmless(n ast.Node, s *ast.SelectStmt, others map[ast.Stmt]bool, calls int) bool {
	harmless := true
	ast.Inspect(n, func(n ast.Node) bool {
		if !harmless {
			return false
		}
		switch n := n.(type) {
		case *ast.CommClause:
			if others[n] {
				return false
			}
			for _, statement := range n.Body {
				harmless = harmless && r.isHarmless(statement, s, others, calls)
			}
			return false
		case *ast.SelectStmt:
			harmless = n == s
		case *ast.BranchStmt:
			// A break in a function that is called leaves no loop of the caller's.
			harmless = n.Tok != token.FALLTHROUGH && (calls > 0 && n.Label == nil || !r.branches(n, r.binds(n)))
		case *ast.ReturnStmt:
			harmless = calls > 0
		case *ast.ForStmt, *ast.RangeStmt, *ast.GoStmt, *ast.DeferStmt, *ast.SendStmt, *ast.FuncLit:
			harmless = false
		case *ast.UnaryExpr:
			harmless = n.Op != token.ARROW
		case *ast.CallExpr:
			harmless = r.callIsHarmless(n, calls)
		case *ast.AssignStmt:
			for _, to := range n.Lhs {
				harmless = harmless && r.mayAssign(to, n.Tok != token.ASSIGN && n.Tok != token.DEFINE)
			}
		case *ast.IncDecStmt:
			harmless = r.mayAssign(n.X, true)
		}
		return harmless
	})
	return harmless
}

// mayAssign: to a variable of the function's own that no other case waits for, or to a number or
// the like, which nothing waits for.
func (r *loopReader) mayAssign(to ast.Expr, computed bool) bool {
	if id, ok := ast.Unparen(to).(*ast.Ident); ok {
		if id.Name == "_" {
			return true
		}
		o := r.objectOf(id)
		if o == nil || slices.Contains(r.awaited, o) {
			return false
		}
		if r.function.Pos() <= o.Pos() && o.Pos() < r.function.End() {
			return true
		}
	}
	if r.pure {
		return false
	}
	basic, ok := types.Unalias(r.info.Types[to].Type).(*types.Basic)
	return ok && basic.Info()&(types.IsNumeric|types.IsBoolean|types.IsString) != 0 && (computed || isPath(to))
}

func (r *loopReader) callsAreHarmless(x ast.Expr, calls int) bool {
	harmless := true
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			harmless = harmless && r.callIsHarmless(n, calls)
		case *ast.FuncLit:
			harmless = false
		}
		return harmless
	})
	return harmless
}

func (r *loopReader) callIsHarmless(call *ast.CallExpr, calls int) bool {
	if of := r.info.Types[call.Fun]; of.IsType() || of.IsBuiltin() {
		id, named := ast.Unparen(call.Fun).(*ast.Ident)
		return of.IsType() || named && slices.Contains([]string{"len", "cap", "min", "max"}, id.Name)
	}
	if o := r.objectOf(call.Fun); o != nil && r.cancels[o] {
		return true
	}
	switch {
	case r.isOf(call, "time", "AfterFunc", "Sleep"), r.isOf(call, "context", "AfterFunc"):
		return false
	case r.isOf(call, "time"), r.isOf(call, "math"), r.isOf(call, "math/rand"), r.isOf(call, "math/rand/v2"),
		r.isOf(call, "context"), r.isOf(call, "runtime", "Gosched"):
		return true
	case r.isOf(call, "sync/atomic"):
		return !r.pure || isLoad(call)
	}
	if method, sel := r.methodOf(call); method != nil {
		switch pathOf(method) {
		case "time":
			return method.Name() != "Reset" && method.Name() != "Stop" || r.isOwnTimer(sel.X)
		case "sync/atomic":
			return !r.pure || isLoad(call)
		case "context":
			return method.Name() != "Value"
		}
	}
	return !r.pure && calls < mostCalls && r.calleeIsHarmless(call, calls+1)
}

func isLoad(call *ast.CallExpr) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok && strings.HasPrefix(sel.Sel.Name, "Load")
}

// isOwnTimer: a timer or ticker that the function itself makes.
func (r *loopReader) isOwnTimer(x ast.Expr) bool {
	o := r.objectOf(x)
	made := false
	ast.Inspect(r.function, func(n ast.Node) bool {
		if assign, ok := n.(*ast.AssignStmt); ok && o != nil && len(assign.Lhs) == 1 && r.objectOf(assign.Lhs[0]) == o {
			call, isCall := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
			made = isCall && r.isOf(call, "time", "NewTimer", "NewTicker")
		}
		return true
	})
	return made
}

// calleeIsHarmless reads the function of the package that is called, as one that has its own
// variables.
func (r *loopReader) calleeIsHarmless(call *ast.CallExpr, calls int) bool {
	callee := r.callee(call)
	if callee == nil || callee.Body == nil {
		return false
	}
	inner := &loopReader{readFile: r.readFile, around: &ast.ForStmt{Body: callee.Body}, function: callee, awaited: r.awaited}
	return inner.isHarmless(callee.Body, nil, nil, calls)
}
