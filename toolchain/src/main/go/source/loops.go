package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// loop is what the source says of the innermost loop around a wait, as far as that can be known
// only from the package.
type loop struct {
	File string `json:"file"`
	Line int    `json:"line"`
	// Sleeps: the wait is a sleep, and no select.
	Sleeps bool `json:"sleeps"`
	// Endless: nothing ends a loop around a select but cases that wait for something else than
	// time, and the loop itself makes none of them ready. Nothing ends a loop around a sleep but
	// another value of memory that its conditions read, and it does not write that itself.
	Endless bool `json:"endless"`
	// Pure: it is endless, and writes no memory that others may know.
	Pure bool `json:"pure"`
	// Others are the cases that wait for something else than time; Done are those of them that
	// wait for a context, and Own, which are not among them, those that wait for a context that
	// each round makes, with a limit of time.
	Others int `json:"others"`
	Done   int `json:"done"`
	Own    int `json:"own"`
	// Ends: the loop has a condition, or something between two rounds leaves it. Leaving is how
	// many cases do.
	Ends    bool `json:"ends"`
	Leaving int  `json:"leaving"`
}

// loopsAt answers for waits, each given as file:line; those that are in no loop, or of which a
// line has more than one, are left out.
func loopsAt(lines []string) []loop {
	all := []loop{}
	packages := make(map[string]*readFile)
	for _, line := range lines {
		colon := strings.LastIndexByte(line, ':')
		number, err := strconv.Atoi(line[colon+1:])
		if colon < 0 || err != nil {
			continue
		}
		name := line[:colon]
		file := packages[name]
		if file == nil {
			file = read(name, ofLoops)
			packages[name] = file
		}
		if file.syntax == nil {
			continue
		}
		if found, ok := file.loopAt(number); ok {
			found.File, found.Line = name, number
			all = append(all, found)
		}
	}
	return all
}

func (f *readFile) loopAt(line int) (loop, bool) {
	var waits [][]ast.Node
	var around []ast.Node
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		if n == nil {
			around = around[:len(around)-1]
			return true
		}
		around = append(around, n)
		if f.isWait(n, line) {
			waits = append(waits, slices.Clone(around))
		}
		return true
	})
	if len(waits) != 1 {
		return loop{}, false
	}
	path := waits[0]
	wait := path[len(path)-1]
	for i := len(path) - 2; i >= 0; i-- {
		switch around := path[i].(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			return loop{}, false
		case *ast.RangeStmt:
			return loop{Sleeps: isSleep(wait), Ends: true}, true
		case *ast.ForStmt:
			label := ""
			if named, ok := path[i-1].(*ast.LabeledStmt); ok {
				label = named.Label.Name
			}
			return f.read(around, label, functionOf(path[:i]), wait), true
		}
	}
	return loop{}, false
}

func isSleep(wait ast.Node) bool { _, is := wait.(*ast.CallExpr); return is }

func functionOf(path []ast.Node) ast.Node {
	for i := len(path) - 1; i > 0; i-- {
		switch path[i].(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			return path[i]
		}
	}
	return path[0]
}

func (f *readFile) isWait(n ast.Node, line int) bool {
	switch n := n.(type) {
	case *ast.SelectStmt:
		return f.line(n.Select) == line && !hasDefault(n)
	case *ast.CallExpr:
		sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr)
		return ok && f.line(sel.Sel.Pos()) == line && f.isOf(n, "time", "Sleep")
	}
	return false
}

func hasDefault(s *ast.SelectStmt) bool {
	return slices.ContainsFunc(s.Body.List, func(c ast.Stmt) bool { return c.(*ast.CommClause).Comm == nil })
}

func (f *readFile) read(around *ast.ForStmt, label string, function ast.Node, wait ast.Node) loop {
	r := &loopReader{readFile: f, around: around, label: label, function: function, cancels: make(map[types.Object]bool)}
	ast.Inspect(around.Body, r.declares)
	if s, ok := wait.(*ast.SelectStmt); ok {
		return r.choice(s)
	}
	endless := r.sleeps(wait)
	return loop{Sleeps: true, Endless: endless, Pure: endless, Ends: true}
}

// loopReader reads one loop.
type loopReader struct {
	*readFile
	around   *ast.ForStmt
	label    string
	function ast.Node
	limited  []types.Object // contexts with a limit of time that each round makes
	timeouts []types.Object // channels of timers that each round makes
	cancels  map[types.Object]bool
	awaited  []types.Object
	pure     bool // calls must not write memory either
}

// declares notes what a round makes of contexts and timers.
func (r *loopReader) declares(n ast.Node) bool {
	assign, ok := n.(*ast.AssignStmt)
	if !ok || assign.Tok != token.DEFINE || len(assign.Rhs) != 1 {
		return true
	}
	made, isCall := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
	if !isCall {
		return true
	}
	first := r.objectOf(assign.Lhs[0])
	switch {
	case len(assign.Lhs) == 2 && r.isOf(made, "context", "WithTimeout", "WithDeadline", "WithTimeoutCause", "WithDeadlineCause"):
		r.limited = append(r.limited, first)
		r.cancels[r.objectOf(assign.Lhs[1])] = true
	case len(assign.Lhs) == 2 && r.isOf(made, "context", "WithCancel", "WithCancelCause"):
		r.cancels[r.objectOf(assign.Lhs[1])] = true
	case len(assign.Lhs) == 1 && r.isOf(made, "time", "After", "Tick"):
		r.timeouts = append(r.timeouts, first)
	}
	return true
}

// choice reads a loop around a select.
func (r *loopReader) choice(s *ast.SelectStmt) loop {
	found := loop{Endless: r.around.Cond == nil, Ends: r.around.Cond != nil}
	others := make(map[ast.Stmt]bool)
	for _, clause := range s.Body.List {
		c := clause.(*ast.CommClause)
		if r.leaves(&ast.BlockStmt{List: c.Body}, true) {
			found.Leaving++
		}
		from := received(c.Comm)
		if from == nil {
			found.Endless = false
			continue
		}
		context, done := doneOf(from)
		switch {
		case r.isTime(from):
		case done && slices.Contains(r.limited, r.objectOf(context)):
			found.Own++
		default:
			found.Others++
			others[c] = true
			if done {
				found.Done++
			}
			r.awaits(from)
			found.Endless = found.Endless && (done && isPath(context) || r.callsAreHarmless(from, 0))
		}
	}
	found.Ends = found.Ends || r.leavesBut(s)
	found.Endless = found.Endless && found.Others > 0 && found.Others < len(s.Body.List)
	found.Endless = found.Endless && r.roundsAreHarmless(s, others)
	r.pure = true
	found.Pure = found.Endless && r.roundsAreHarmless(s, others)
	return found
}

func (r *loopReader) roundsAreHarmless(s *ast.SelectStmt, others map[ast.Stmt]bool) bool {
	for _, statement := range append([]ast.Stmt{r.around.Init, r.around.Post}, r.around.Body.List...) {
		if statement != nil && !r.isHarmless(statement, s, others, 0) {
			return false
		}
	}
	return true
}

// received is what a case receives from; nil if it sends.
func received(comm ast.Stmt) ast.Expr {
	switch comm := comm.(type) {
	case *ast.ExprStmt:
		return receivedBy(comm.X)
	case *ast.AssignStmt:
		if comm.Tok == token.DEFINE {
			return receivedBy(comm.Rhs[0])
		}
	}
	return nil
}

func receivedBy(x ast.Expr) ast.Expr {
	if arrow, ok := ast.Unparen(x).(*ast.UnaryExpr); ok && arrow.Op == token.ARROW {
		return ast.Unparen(arrow.X)
	}
	return nil
}

// isTime: time.After, the channel of a timer or ticker, or what a round made of the first.
func (r *loopReader) isTime(from ast.Expr) bool {
	switch from := from.(type) {
	case *ast.CallExpr:
		return r.isOf(from, "time", "After", "Tick") && r.callsAreHarmless(from, 0)
	case *ast.SelectorExpr:
		return from.Sel.Name == "C" && isPath(from)
	case *ast.Ident:
		return slices.Contains(r.timeouts, r.objectOf(from))
	}
	return false
}

// doneOf is the context whose Done is called.
func doneOf(from ast.Expr) (ast.Expr, bool) {
	call, ok := from.(*ast.CallExpr)
	if !ok || len(call.Args) != 0 {
		return nil, false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Done" {
		return nil, false
	}
	return sel.X, true
}

// isPath: names and fields only.
func isPath(x ast.Expr) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return isPath(x.X)
	}
	return false
}

// awaits notes the variables that say what another case waits for: the loop must not change them.
func (r *loopReader) awaits(from ast.Expr) {
	ast.Inspect(from, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && r.objectOf(id) != nil {
			r.awaited = append(r.awaited, r.objectOf(id))
		}
		return true
	})
}

// leavesBut: code of the loop besides a select leaves it.
func (r *loopReader) leavesBut(s *ast.SelectStmt) bool {
	left := false
	ast.Inspect(r.around.Body, func(n ast.Node) bool {
		if n == s {
			return false
		}
		if statement, ok := n.(*ast.BranchStmt); ok {
			left = left || r.branches(statement, r.binds(statement))
		}
		_, returns := n.(*ast.ReturnStmt)
		left = left || returns
		_, other := n.(*ast.FuncLit)
		return !other
	})
	return left
}

// leaves: code that is part of the loop leaves it, inSelect if a break without a label leaves
// something else first.
func (r *loopReader) leaves(n ast.Node, inSelect bool) bool {
	left := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			left = true
		case *ast.BranchStmt:
			left = left || r.branches(n, !inSelect && r.binds(n))
		case *ast.FuncLit:
			return false
		}
		return true
	})
	return left
}

// binds: a break without a label is about the loop, for nothing else is around it there.
func (r *loopReader) binds(branch *ast.BranchStmt) bool {
	is := true
	ast.Inspect(r.around.Body, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			is = is && !(n.Pos() <= branch.Pos() && branch.End() <= n.End())
		}
		return true
	})
	return is
}

func (r *loopReader) branches(branch *ast.BranchStmt, binds bool) bool {
	switch {
	case branch.Tok == token.GOTO:
		return true
	case branch.Label == nil:
		return branch.Tok == token.BREAK && binds
	case branch.Label.Name == r.label:
		return branch.Tok == token.BREAK
	}
	return !r.hasLabel(branch.Label.Name)
}

// hasLabel: something within the loop has it.
func (r *loopReader) hasLabel(name string) bool {
	has := false
	ast.Inspect(r.around.Body, func(n ast.Node) bool {
		labeled, ok := n.(*ast.LabeledStmt)
		has = has || ok && labeled.Label.Name == name
		return true
	})
	return has
}
