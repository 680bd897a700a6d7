package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// mostHops is how many pointers may lie between a goroutine's stack and what its loop reads. The
// collector looks as far, and no farther, whether anything else refers to one of these objects.
const mostHops = 3

// stable reads what decides whether a loop around a sleep ends: it does not as long as memory
// that the loop reads, and does not write, keeps its value.
type stable struct {
	*loopReader
	wait     ast.Node
	function ast.Node             // the one that is read
	inLoop   ast.Node             // what is repeated; nil in a function that is called
	hops     map[types.Object]int // of the parameters of a function that is called
	assigned map[types.Object]int // how often, in what is read
	defined  map[types.Object]ast.Expr
	calls    int
	reads    *int // how many values of memory decide
}

func (r *loopReader) sleeps(wait ast.Node) bool {
	reads := 0
	r.pure = true
	s := &stable{loopReader: r, wait: wait, function: r.function, inLoop: r.around, reads: &reads}
	s.note(r.around)
	ok := r.around.Cond == nil || s.decides(r.around.Cond)
	for _, statement := range append([]ast.Stmt{r.around.Init, r.around.Post}, r.around.Body.List...) {
		ok = ok && s.statement(statement)
	}
	return ok && reads > 0
}

// note takes down which variables are assigned.
func (s *stable) note(in ast.Node) {
	s.assigned, s.defined = make(map[types.Object]int), make(map[types.Object]ast.Expr)
	ast.Inspect(in, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, to := range n.Lhs {
				if o := s.objectOf(to); o != nil {
					s.assigned[o]++
					if n.Tok == token.DEFINE && len(n.Rhs) == len(n.Lhs) {
						s.defined[o] = n.Rhs[i]
					}
				}
			}
		case *ast.IncDecStmt:
			if o := s.objectOf(n.X); o != nil {
				s.assigned[o] += 2
			}
		case *ast.UnaryExpr:
			if o := s.objectOf(n.X); n.Op == token.AND && o != nil {
				s.assigned[o] += 2
			}
		}
		return true
	})
}

// decides: an expression that control depends on has the same value in each round.
func (s *stable) decides(x ast.Expr) bool {
	hops, ok := s.value(x)
	if ok && hops > 0 {
		*s.reads++
	}
	return ok && hops <= mostHops
}

// statement: it is repeated without effect on what is read, or is never reached as long as
// memory does not change.
func (s *stable) statement(n ast.Stmt) bool {
	switch n := n.(type) {
	case nil, *ast.EmptyStmt, *ast.DeclStmt:
		return true
	case *ast.ExprStmt:
		call, ok := ast.Unparen(n.X).(*ast.CallExpr)
		return ok && (call == s.wait && s.areHarmless(call.Args) || s.locks(call) || s.callIsHarmless(call, s.calls))
	case *ast.DeferStmt:
		return s.inLoop == nil && s.locks(n.Call)
	case *ast.AssignStmt:
		for _, to := range n.Lhs {
			if !s.isOwn(to) {
				return false
			}
		}
		return s.areReadable(n.Rhs)
	case *ast.IncDecStmt:
		return s.isOwn(n.X)
	case *ast.BlockStmt:
		return s.statements(n.List)
	case *ast.IfStmt:
		return s.statement(n.Init) && s.branch(n.Cond, n.Body) && (n.Else == nil || s.branch(n.Cond, n.Else))
	case *ast.SelectStmt:
		return s.looks(n)
	case *ast.BranchStmt:
		return n.Tok == token.CONTINUE && n.Label == nil
	case *ast.ReturnStmt:
		return s.inLoop == nil && s.areReadable(n.Results)
	}
	return false
}

func (s *stable) statements(list []ast.Stmt) bool {
	for _, n := range list {
		if !s.statement(n) {
			return false
		}
	}
	return true
}

// branch: if it leaves the loop, or goes to its next round, that is decided by what is stable;
// what comes before it leaves was never done then.
func (s *stable) branch(on ast.Expr, to ast.Stmt) bool {
	block, isBlock := to.(*ast.BlockStmt)
	if s.inLoop != nil && isBlock && s.endsLoop(block) {
		return s.decides(on)
	}
	if hasControl(to) && !s.decides(on) {
		return false
	}
	return s.areReadable([]ast.Expr{on}) && s.statement(to)
}

// endsLoop: the last of its statements surely leaves the loop.
func (s *stable) endsLoop(block *ast.BlockStmt) bool {
	if len(block.List) == 0 {
		return false
	}
	switch last := block.List[len(block.List)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return s.branches(last, s.binds(last))
	}
	return false
}

func hasControl(n ast.Node) bool {
	has := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.BranchStmt, *ast.ReturnStmt:
			has = true
		}
		return true
	})
	return has
}

// looks: a select that does not wait asks whether a channel is closed.
func (s *stable) looks(n *ast.SelectStmt) bool {
	if !hasDefault(n) {
		return false
	}
	for _, clause := range n.Body.List {
		c := clause.(*ast.CommClause)
		if c.Comm == nil {
			if !s.statements(c.Body) {
				return false
			}
			continue
		}
		from := received(c.Comm)
		if from == nil || !s.decides(&ast.StarExpr{X: from}) {
			return false
		}
		if body := (&ast.BlockStmt{List: c.Body}); !s.endsLoop(body) || s.inLoop == nil {
			return false
		}
	}
	return true
}

// isOwn: a variable of the function that is read.
func (s *stable) isOwn(to ast.Expr) bool {
	id, ok := ast.Unparen(to).(*ast.Ident)
	if !ok {
		return false
	}
	o := s.objectOf(id)
	return id.Name == "_" || o != nil && s.function.Pos() <= o.Pos() && o.Pos() < s.function.End()
}

// areReadable: to evaluate them has no effect.
func (s *stable) areReadable(list []ast.Expr) bool {
	for _, x := range list {
		if _, ok := s.value(x); !ok && !s.areHarmless([]ast.Expr{x}) {
			return false
		}
	}
	return true
}

func (s *stable) areHarmless(list []ast.Expr) bool {
	for _, x := range list {
		if !s.callsAreHarmless(x, s.calls) || receives(x) {
			return false
		}
	}
	return true
}

func receives(x ast.Expr) bool {
	does := false
	ast.Inspect(x, func(n ast.Node) bool {
		arrow, ok := n.(*ast.UnaryExpr)
		does = does || ok && arrow.Op == token.ARROW
		return true
	})
	return does
}

// locks: a lock that guards what is read. That no goroutine waits for it, the trace says.
func (s *stable) locks(call *ast.CallExpr) bool {
	method, sel := s.methodOf(call)
	if method == nil || pathOf(method) != "sync" || !slices.Contains([]string{"Lock", "Unlock", "RLock", "RUnlock"}, method.Name()) {
		return false
	}
	hops, ok := s.value(sel.X)
	return ok && hops <= mostHops
}

// value says whether an expression has the same value in each round as long as memory keeps its
// values, and over how many pointers, from the stack, what it reads is reached: 0 if it reads no
// memory that others may know.
func (s *stable) value(x ast.Expr) (int, bool) {
	if s.info.Types[x].Value != nil {
		return 0, true
	}
	switch x := x.(type) {
	case *ast.BasicLit:
		return 0, true
	case *ast.ParenExpr:
		return s.value(x.X)
	case *ast.Ident:
		return s.variable(x)
	case *ast.UnaryExpr:
		if x.Op == token.ARROW {
			return 0, false
		}
		return s.value(x.X)
	case *ast.BinaryExpr:
		return s.most(x.X, x.Y)
	case *ast.StarExpr:
		hops, ok := s.value(x.X)
		return hops + 1, ok
	case *ast.SelectorExpr:
		return s.field(x)
	case *ast.IndexExpr:
		if !isSlice(s.info.Types[x.X].Type) {
			return 0, false
		}
		hops, ok := s.most(x.X, x.Index)
		return hops + 1, ok
	case *ast.CallExpr:
		return s.call(x)
	}
	return 0, false
}

func isSlice(t types.Type) bool {
	if t == nil {
		return false
	}
	_, is := t.Underlying().(*types.Slice)
	return is
}

func (s *stable) most(list ...ast.Expr) (int, bool) {
	most := 0
	for _, x := range list {
		hops, ok := s.value(x)
		if !ok {
			return 0, false
		}
		most = max(most, hops)
	}
	return most, true
}

// variable: one of the function may be in memory of its own, one of a function around it is
// reached from the closure. Global variables are known to all.
func (s *stable) variable(id *ast.Ident) (int, bool) {
	o, ok := s.objectOf(id).(*types.Var)
	if !ok {
		_, isNil := s.objectOf(id).(*types.Nil)
		return 0, isNil
	}
	if hops, ok := s.hops[o]; ok && s.assigned[o] == 0 {
		return hops, true
	}
	if s.assigned[o] > 0 {
		from := s.defined[o]
		if s.assigned[o] == 1 && from != nil {
			return s.value(from)
		}
		return 0, false
	}
	switch {
	case o.Parent() == nil || o.Pkg() == nil || o.Parent() == o.Pkg().Scope():
		return 0, false
	case s.function.Pos() <= o.Pos() && o.Pos() < s.function.End():
		return 1, s.inLoop != nil
	case s.inLoop == nil:
		return 0, false
	}
	return 2, true
}

func (s *stable) field(x *ast.SelectorExpr) (int, bool) {
	chosen := s.info.Selections[x]
	if chosen == nil || chosen.Kind() != types.FieldVal {
		return 0, false
	}
	hops, ok := s.value(x.X)
	if isPointer(s.info.Types[x.X].Type) {
		hops++
	}
	return hops + len(chosen.Index()) - 1, ok // an embedded field may be a pointer
}

func isPointer(t types.Type) bool {
	if t == nil {
		return false
	}
	_, is := t.Underlying().(*types.Pointer)
	return is
}

func (s *stable) call(call *ast.CallExpr) (int, bool) {
	if of := s.info.Types[call.Fun]; of.IsType() {
		return s.most(call.Args...)
	} else if of.IsBuiltin() {
		id, named := ast.Unparen(call.Fun).(*ast.Ident)
		hops, ok := s.most(call.Args...)
		return hops + 1, ok && named && slices.Contains([]string{"len", "cap"}, id.Name)
	}
	if s.isOf(call, "sync/atomic", "LoadInt32", "LoadInt64", "LoadUint32", "LoadUint64") {
		hops, ok := s.value(call.Args[0])
		return hops + 1, ok
	}
	method, sel := s.methodOf(call)
	if method != nil && pathOf(method) == "sync/atomic" && method.Name() == "Load" {
		hops, ok := s.value(sel.X)
		if isPointer(s.info.Types[sel.X].Type) {
			hops++
		}
		return hops, ok
	}
	return s.result(call, sel)
}

// result reads the function of the package that is called.
func (s *stable) result(call *ast.CallExpr, sel *ast.SelectorExpr) (int, bool) {
	callee := s.callee(call)
	if callee == nil || callee.Body == nil || s.calls == mostCalls {
		return 0, false
	}
	inner := &stable{loopReader: s.loopReader, wait: s.wait, function: callee, calls: s.calls + 1, reads: s.reads, hops: make(map[types.Object]int)}
	inner.note(callee.Body)
	if callee.Recv != nil && sel != nil {
		hops, ok := s.value(sel.X)
		if !ok || !inner.bind(callee.Recv.List, hops) {
			return 0, false
		}
	}
	if hops, ok := s.most(call.Args...); !ok || !inner.bind(callee.Type.Params.List, hops) {
		return 0, false
	}
	most, ok := 0, inner.statements(callee.Body.List)
	ast.Inspect(callee.Body, func(n ast.Node) bool {
		if result, is := n.(*ast.ReturnStmt); is && ok {
			for _, x := range result.Results {
				hops, same := inner.value(x)
				most, ok = max(most, hops), ok && same
			}
		}
		return ok
	})
	return most, ok
}

func (s *stable) bind(parameters []*ast.Field, hops int) bool {
	for _, field := range parameters {
		if _, variadic := field.Type.(*ast.Ellipsis); variadic {
			return false
		}
		for _, name := range field.Names {
			s.hops[s.info.Defs[name]] = hops
		}
	}
	return true
}
