package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// fixes are the ways to fix, by what a request calls them.
var fixes = map[string]func(*editedFile, request) *answer{
	"room-for-one":           roomForOne,
	"defer-cancel":           deferCancel,
	"defer-stop":             deferStop,
	"defer-unlock":           deferUnlock,
	"add-before-go":          addBeforeGo,
	"copy-loop-variable":     copyLoopVariable,
	"declare-inside-closure": declareInsideClosure,
}

func (s *editedFile) fix(asked request) *answer {
	of := fixes[asked.Kind]
	if of == nil || s.syntax == nil || asked.Line < 1 || asked.Line > len(s.lines) {
		return nil
	}
	return of(s, asked)
}

// roomForOne gives a channel a buffer: a sender for which no goroutine waits any more
// leaves its value there.
func roomForOne(s *editedFile, asked request) *answer {
	var made []*ast.CallExpr
	for _, p := range at[*ast.CallExpr](s, asked.Line) {
		call := p.node().(*ast.CallExpr)
		if name, is := call.Fun.(*ast.Ident); !is || name.Name != "make" || len(call.Args) == 0 {
			continue
		}
		if _, is := call.Args[0].(*ast.ChanType); is {
			made = append(made, call)
		}
	}
	if len(made) != 1 || len(made[0].Args) != 1 {
		return nil
	}
	return &answer{types.ExprString(made[0].Args[0]), []edit{s.replace(made[0].Rparen, made[0].Rparen, ", 1")}}
}

// deferCancel cancels a context at the end of the function that it does not leave.
func deferCancel(s *editedFile, asked request) *answer {
	return deferSecond(s, asked, "cancel", func(name string) bool {
		switch strings.TrimSuffix(name, "Cause") {
		case "WithCancel", "WithTimeout", "WithDeadline":
			return true
		}
		return false
	})
}

// deferStop ends an iterator that is pulled from.
func deferStop(s *editedFile, asked request) *answer {
	return deferSecond(s, asked, "stop", func(name string) bool { return name == "Pull" || name == "Pull2" })
}

// deferSecond calls the second result of a call, a function that ends what the
// first one is, at the end. The function that called it must not give the first
// one away, and not do more with the second than call it: to call it twice does
// nothing.
func deferSecond(s *editedFile, asked request, usual string, makes func(string) bool) *answer {
	for _, p := range at[*ast.AssignStmt](s, asked.Line) {
		assign := p.node().(*ast.AssignStmt)
		function := p.function()
		if len(assign.Lhs) != 2 || len(assign.Rhs) != 1 || !makes(called(assign.Rhs[0])) ||
			function < 0 || p.inLoop() || !p.inList() || !s.startsLine(assign) || !s.endsLine(assign) {
			continue
		}
		first, isName := assign.Lhs[0].(*ast.Ident)
		end, isEndName := assign.Lhs[1].(*ast.Ident)
		if !isName || !isEndName || s.leaves(first, p[function]) {
			continue
		}
		if end.Name != "_" {
			object := s.objectOf(end)
			if object == nil || !contains(p[function], object.Pos()) ||
				slices.ContainsFunc(s.otherUses(object, p[function], assign), isNoCall) {
				continue
			}
			return &answer{end.Name, []edit{s.lineAfter(assign, "defer "+end.Name+"()")}}
		}
		if assign.Tok == token.DEFINE && !mentions(usual, p[function]) {
			return &answer{usual, []edit{
				s.replace(end.Pos(), end.End(), usual),
				s.lineAfter(assign, "defer "+usual+"()"),
			}}
		}
	}
	return nil
}

// isNoCall is whether the use of a function is more than a statement that calls
// it, in the function that is the first node of the path.
func isNoCall(use path) bool {
	if len(use) < 3 || use.function() != 0 {
		return true
	}
	call, is := use[len(use)-2].(*ast.CallExpr)
	_, alone := use[len(use)-3].(*ast.ExprStmt)
	return !is || !alone || call.Fun != use.node()
}

// called is the name of the function or method that an expression calls.
func called(e ast.Expr) string {
	call, is := e.(*ast.CallExpr)
	if !is {
		return ""
	}
	fun := call.Fun
	if generic, is := fun.(*ast.IndexExpr); is {
		fun = generic.X
	}
	switch fun := fun.(type) {
	case *ast.SelectorExpr:
		return fun.Sel.Name
	case *ast.Ident:
		return fun.Name
	}
	return ""
}

func (s *editedFile) otherUses(o types.Object, in ast.Node, but ast.Node) []path {
	return slices.DeleteFunc(s.uses(o, in), func(p path) bool { return contains(but, p.node().Pos()) })
}

// leaves is whether a function returns, stores or sends what a variable is, or the variable is none of its own.
func (s *editedFile) leaves(variable *ast.Ident, function ast.Node) bool {
	if variable.Name == "_" {
		return false
	}
	o := s.objectOf(variable)
	if o == nil || !contains(function, o.Pos()) {
		return true
	}
	for _, p := range s.uses(o, function) {
		isUse := func(e ast.Expr) bool { return e == p.node() }
		if call, is := p[len(p)-2].(*ast.CallExpr); is && isUse(call.Fun) {
			continue
		}
		for _, n := range p {
			switch n := n.(type) {
			case *ast.ReturnStmt, *ast.CompositeLit:
				return true
			case *ast.AssignStmt:
				if slices.ContainsFunc(n.Rhs, isUse) {
					return true
				}
			case *ast.SendStmt:
				if isUse(n.Value) {
					return true
				}
			}
		}
	}
	return false
}

// deferUnlock unlocks at the end of the function, on all its paths; its other unlocks go.
func deferUnlock(s *editedFile, asked request) *answer {
	for _, p := range at[*ast.ExprStmt](s, asked.Line) {
		lock := p.node().(*ast.ExprStmt)
		on, method := s.lockCall(lock.X)
		function := p.function()
		if on == "" || method != asked.Name || function < 0 || p.inLoop() || !p.inList() || !s.startsLine(lock) || !s.endsLine(lock) {
			continue
		}
		unlock := strings.Replace(method, "Lock", "Unlock", 1)
		edits := []edit{s.lineAfter(lock, "defer "+on+"."+unlock+"()")}
		for _, q := range paths(p[function], func(n ast.Node) bool { _, is := n.(*ast.CallExpr); return is }) {
			call := q.node().(*ast.CallExpr)
			other, does := s.lockCall(call)
			if other != on || call == lock.X {
				continue
			}
			// In q the function itself is the first node, whose own calls have no other around them.
			statement, plain := q[len(q)-2].(*ast.ExprStmt)
			if does != unlock || call.Pos() < lock.Pos() || q.function() != 0 || !plain ||
				!s.startsLine(statement) || !s.endsLine(statement) {
				return nil
			}
			edits = append(edits, s.withoutLine(statement))
		}
		return &answer{on + "." + unlock, edits}
	}
	return nil
}

// lockCall is the lock, as the source says it, and the method of a call to lock or unlock.
func (s *editedFile) lockCall(e ast.Expr) (string, string) {
	call, is := e.(*ast.CallExpr)
	if !is || len(call.Args) != 0 {
		return "", ""
	}
	method, is := call.Fun.(*ast.SelectorExpr)
	if !is {
		return "", ""
	}
	switch method.Sel.Name {
	case "Lock", "RLock", "TryLock", "TryRLock", "Unlock", "RUnlock":
		return types.ExprString(method.X), method.Sel.Name
	}
	return "", ""
}

// addBeforeGo moves Add from the beginning of a goroutine to before it.
func addBeforeGo(s *editedFile, asked request) *answer {
	for _, p := range at[*ast.ExprStmt](s, asked.Line) {
		add := p.node().(*ast.ExprStmt)
		function := p.function()
		if called(add.X) != "Add" || function < 2 || !s.startsLine(add) || !s.endsLine(add) {
			continue
		}
		literal, isLiteral := p[function].(*ast.FuncLit)
		started, isStarted := p[function-2].(*ast.GoStmt)
		if !isLiteral || !isStarted || started.Call.Fun != literal || literal.Body.List[0] != ast.Stmt(add) ||
			!p[:function-1].inList() || !s.startsLine(started) || s.line(add.Pos()) != s.line(add.End()) ||
			s.usesOwn(add, literal) {
			continue
		}
		method := add.X.(*ast.CallExpr).Fun.(*ast.SelectorExpr)
		return &answer{types.ExprString(method.X), []edit{
			s.lineBefore(started, types.ExprString(add.X)),
			s.withoutLine(add),
		}}
	}
	return nil
}

// usesOwn is whether a statement uses what is declared in a function.
func (s *editedFile) usesOwn(in ast.Node, function ast.Node) bool {
	return len(paths(in, func(n ast.Node) bool {
		id, is := n.(*ast.Ident)
		return is && s.info.Uses[id] != nil && contains(function, s.info.Uses[id].Pos())
	})) > 0
}

// copyLoopVariable gives the goroutine of each iteration a variable of its own.
func copyLoopVariable(s *editedFile, asked request) *answer {
	for _, p := range at[*ast.GoStmt](s, asked.Line) {
		if !p.inLoop() || !p.inList() || !s.startsLine(p.node()) || !s.declaredByLoop(p, asked.Name) {
			continue
		}
		return &answer{asked.Name, []edit{s.lineBefore(p.node(), asked.Name+" := "+asked.Name)}}
	}
	return nil
}

func (s *editedFile) declaredByLoop(p path, name string) bool {
	for i := len(p) - 2; i > p.function(); i-- {
		switch loop := p[i].(type) {
		case *ast.RangeStmt:
			if isNamed(loop.Key, name) || isNamed(loop.Value, name) {
				return true
			}
		case *ast.ForStmt:
			if init, is := loop.Init.(*ast.AssignStmt); is && slices.ContainsFunc(init.Lhs, func(e ast.Expr) bool { return isNamed(e, name) }) {
				return true
			}
		}
	}
	return false
}

func isNamed(e ast.Expr, name string) bool {
	id, is := e.(*ast.Ident)
	return is && id.Name == name
}

// declareInsideClosure gives a closure a variable of its own, where it assigns
// to one from outside and nothing but what follows there uses it.
func declareInsideClosure(s *editedFile, asked request) *answer {
	for _, p := range at[*ast.AssignStmt](s, asked.Line) {
		assign := p.node().(*ast.AssignStmt)
		function := p.function()
		if assign.Tok != token.ASSIGN || len(assign.Lhs) != 1 || !isNamed(assign.Lhs[0], asked.Name) || function < 0 {
			continue
		}
		literal, isLiteral := p[function].(*ast.FuncLit)
		object := s.objectOf(assign.Lhs[0])
		if !isLiteral || object == nil || contains(literal, object.Pos()) {
			continue
		}
		scope := p[len(p)-2]
		others := s.otherUses(object, literal, assign.Lhs[0])
		inScope := func(q path) bool { return q.node().Pos() > assign.End() && contains(scope, q.node().Pos()) }
		if len(others) == 0 || slices.ContainsFunc(others, func(q path) bool { return !inScope(q) }) {
			continue
		}
		return &answer{asked.Name, []edit{s.replace(assign.TokPos, assign.TokPos+1, ":=")}}
	}
	return nil
}
