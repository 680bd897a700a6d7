package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"regexp"
	"slices"
)

// operand is what the source calls the channel, lock or the like that an operation
// is about.
type operand struct {
	File string `json:"file"`
	// First and Last are the line of the operation, or the lines of the function that
	// defers it: stack traces show a deferred call where the function ends.
	First    int  `json:"first"`
	Last     int  `json:"last"`
	Deferred bool `json:"deferred,omitempty"`
	// Operation is send, receive or close, or the name of a method.
	Operation string `json:"operation"`
	// Case is the number of a select's case as the runtime has it, from 0; -1 if it is
	// no case.
	Case int `json:"case"`
	// Line has the operand itself: a select's cases have lines of their own.
	Line int    `json:"line"`
	Name string `json:"name"`
}

// method is the operation of sync/atomic's functions as its types have it as a method.
var method = regexp.MustCompile(`^(Load|Store|Add|Swap|CompareAndSwap|And|Or)(Int32|Int64|Uint32|Uint64|Uintptr|Pointer)$`)

// methodsOfSync are the methods whose receivers are reported, of whatever type: that the
// line has an operation on such an object is known from elsewhere.
var methodsOfSync = []string{
	"Lock", "Unlock", "RLock", "RUnlock", "TryLock", "TryRLock", "Do",
	"Add", "Done", "Wait", "Go", "Signal", "Broadcast",
	"Load", "Store", "Swap", "CompareAndSwap", "And", "Or",
}

// operandsOf reads the files, without their types. What can't be read has none.
func operandsOf(files []string) []operand {
	all := []operand{}
	for _, name := range files {
		fset := token.NewFileSet()
		file, _ := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if file != nil {
			r := operandReader{fset: fset, file: name, deferred: make(deferredCalls), cases: make(map[ast.Node]bool)}
			ast.Inspect(file, r.node)
			all = append(all, r.found...)
		}
	}
	return all
}

type operandReader struct {
	fset     *token.FileSet
	file     string
	found    []operand
	deferred deferredCalls
	cases    map[ast.Node]bool
}

func (r *operandReader) node(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncDecl:
		r.deferred.of(n.Body)
	case *ast.FuncLit:
		r.deferred.of(n.Body)
	case *ast.SendStmt:
		if !r.cases[n] {
			r.add(n.Arrow, "send", -1, n.Chan)
		}
	case *ast.UnaryExpr:
		if n.Op == token.ARROW && !r.cases[n] {
			r.add(n.OpPos, "receive", -1, n.X)
		}
	case *ast.RangeStmt:
		r.add(n.For, "receive", -1, n.X)
	case *ast.SelectStmt:
		r.choice(n)
	case *ast.CallExpr:
		r.call(n)
	}
	return true
}

func (r *operandReader) call(call *ast.CallExpr) {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		if fun.Name == "close" && len(call.Args) == 1 {
			r.addCall(call, fun.Pos(), "close", call.Args[0])
		}
	case *ast.SelectorExpr:
		if slices.Contains(methodsOfSync, fun.Sel.Name) {
			r.addCall(call, fun.Sel.Pos(), fun.Sel.Name, fun.X)
		} else if m := method.FindStringSubmatch(fun.Sel.Name); m != nil && len(call.Args) > 0 {
			r.addCall(call, fun.Sel.Pos(), m[1], pointee(call.Args[0]))
		}
	}
}

// pointee is what a pointer points to, as the source says that.
func pointee(pointer ast.Expr) ast.Expr {
	if address, ok := ast.Unparen(pointer).(*ast.UnaryExpr); ok && address.Op == token.AND {
		return address.X
	}
	return &ast.StarExpr{Star: pointer.Pos(), X: pointer}
}

// choice numbers the cases of a select as the compiler does: sends in the order of the
// source, then receives in reverse. It makes a plain operation of a select with a single
// case and no default, and gives one with a single case and a default the case's line.
func (r *operandReader) choice(s *ast.SelectStmt) {
	var sends, receives []ast.Expr
	hasDefault := false
	var only token.Pos
	for _, clause := range s.Body.List {
		c := clause.(*ast.CommClause)
		if c.Comm == nil {
			hasDefault = true
			continue
		}
		op, pos, send := operation(c.Comm)
		if op == nil {
			return
		}
		if len(s.Body.List) == 1 {
			return
		}
		only = pos
		r.cases[op] = true
		if send {
			sends = append(sends, op.(*ast.SendStmt).Chan)
		} else {
			receives = append(receives, op.(*ast.UnaryExpr).X)
		}
	}
	slices.Reverse(receives)
	pos := s.Select
	if hasDefault && len(sends)+len(receives) == 1 {
		pos = only
	}
	for i, ch := range sends {
		r.add(pos, "send", i, ch)
	}
	for i, ch := range receives {
		r.add(pos, "receive", len(sends)+i, ch)
	}
}

func (r *operandReader) add(pos token.Pos, operation string, number int, x ast.Expr) {
	line := r.fset.Position(pos).Line
	r.put(line, line, false, operation, number, x)
}

func (r *operandReader) addCall(call *ast.CallExpr, pos token.Pos, operation string, x ast.Expr) {
	if body := r.deferred[call]; body != nil {
		r.put(r.fset.Position(body.Lbrace).Line, r.fset.Position(body.Rbrace).Line, true, operation, -1, x)
	}
	r.add(pos, operation, -1, x)
}

func (r *operandReader) put(first, last int, deferred bool, operation string, number int, x ast.Expr) {
	line := r.fset.Position(x.Pos()).Line
	r.found = append(r.found, operand{r.file, first, last, deferred, operation, number, line, types.ExprString(ast.Unparen(x))})
}
