package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
)

// assertion is a call that reports a failure, a statement that panics or a call on the way to one,
// and what it depends on.
type assertion struct {
	File string `json:"file"`
	Line int    `json:"line"`
	// Reads are the lines with the expressions that decide about it, each as the first line and
	// the last one: its arguments, the conditions around it and those that leave before it, and what
	// is assigned to their variables.
	Reads [][2]int `json:"reads"`
}

// assertionsAt answers for calls, each given as file:line.
func assertionsAt(lines []string) []assertion {
	all := []assertion{}
	for _, line := range lines {
		colon := strings.LastIndexByte(line, ':')
		number, err := strconv.Atoi(line[colon+1:])
		if colon < 0 || err != nil {
			continue
		}
		fset := token.NewFileSet()
		file, _ := parser.ParseFile(fset, line[:colon], nil, parser.SkipObjectResolution)
		if file == nil {
			continue
		}
		r := assertionReader{fset: fset, names: make(map[string]bool)}
		if r.read(file, number) {
			all = append(all, assertion{line[:colon], number, r.reads})
		}
	}
	return all
}

type assertionReader struct {
	fset  *token.FileSet
	reads [][2]int
	names map[string]bool // of the variables that decide
}

// read reports whether the line has a statement of a function.
func (r *assertionReader) read(file *ast.File, line int) bool {
	around := r.around(file, line)
	var body *ast.BlockStmt
	var statement ast.Stmt
	end := token.NoPos // of what comes before; of a statement with a body, the end of its head
	for _, n := range around {
		switch n := n.(type) {
		case *ast.FuncDecl:
			body, statement, end = n.Body, nil, token.NoPos
		case *ast.FuncLit:
			if r.line(n.Body.Lbrace) < line {
				body, statement, end = n.Body, nil, token.NoPos
			}
		case *ast.ExprStmt, *ast.AssignStmt, *ast.ReturnStmt, *ast.DeferStmt, *ast.GoStmt,
			*ast.SendStmt, *ast.IncDecStmt, *ast.DeclStmt:
			statement, end = n.(ast.Stmt), n.Pos()
		case *ast.IfStmt:
			statement, end = nil, n.Body.Lbrace
		case *ast.ForStmt:
			statement, end = nil, n.Body.Lbrace
		case *ast.RangeStmt:
			statement, end = nil, n.Body.Lbrace
		case *ast.SwitchStmt:
			statement, end = nil, n.Body.Lbrace
		case *ast.TypeSwitchStmt:
			statement, end = nil, n.Body.Lbrace
		}
	}
	if body == nil || end == token.NoPos {
		return false
	}
	if statement != nil {
		r.add(statement)
	}
	for _, n := range around {
		if n.Pos() < body.Pos() {
			continue
		}
		switch n := n.(type) {
		case *ast.IfStmt:
			r.add(n.Init, n.Cond)
			r.elseOf(body, n)
		case *ast.ForStmt:
			r.add(n.Init, n.Cond)
		case *ast.RangeStmt:
			r.add(n.X)
		case *ast.SwitchStmt:
			r.add(n.Init, n.Tag)
		case *ast.TypeSwitchStmt:
			r.add(n.Init, n.Assign)
		case *ast.CaseClause:
			for _, x := range n.List {
				r.add(x)
			}
			r.leaving(n.Body, end)
		case *ast.CommClause:
			r.leaving(n.Body, end)
		case *ast.BlockStmt:
			r.leaving(n.List, end)
		}
	}
	for r.assigned(body, end) {
	}
	return true
}

// around are the nodes that have the line in them, from the outermost one on.
func (r *assertionReader) around(file *ast.File, line int) (all []ast.Node) {
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil || r.line(n.Pos()) > line || r.line(n.End()) < line {
			return false
		}
		all = append(all, n)
		return true
	})
	return all
}

func (r *assertionReader) line(pos token.Pos) int { return r.fset.Position(pos).Line }

// elseOf adds the conditions that were false before an else if.
func (r *assertionReader) elseOf(body *ast.BlockStmt, last *ast.IfStmt) {
	ast.Inspect(body, func(n ast.Node) bool {
		if before, ok := n.(*ast.IfStmt); ok && before.Else == last {
			r.add(before.Init, before.Cond)
		}
		return true
	})
}

// leaving adds the conditions under which statements before a position leave what they are in.
func (r *assertionReader) leaving(statements []ast.Stmt, end token.Pos) {
	for _, s := range statements {
		if n, ok := s.(*ast.IfStmt); ok && n.End() < end && len(n.Body.List) > 0 {
			switch n.Body.List[len(n.Body.List)-1].(type) {
			case *ast.ReturnStmt, *ast.BranchStmt:
				r.add(n.Init, n.Cond)
			}
		}
	}
}

// add has the lines of nodes read, and the variables in them decide. It reports whether that is new.
func (r *assertionReader) add(nodes ...ast.Node) (added bool) {
	for _, n := range nodes {
		if n == nil {
			continue
		}
		lines := [2]int{r.line(n.Pos()), r.line(n.End())}
		known := false
		for _, other := range r.reads {
			known = known || other == lines
		}
		if !known {
			r.reads = append(r.reads, lines)
			added = true
		}
		ast.Inspect(n, func(n ast.Node) bool {
			if selected, ok := n.(*ast.SelectorExpr); ok {
				ast.Inspect(selected.X, r.name)
				return false
			}
			return r.name(n)
		})
	}
	return added
}

func (r *assertionReader) name(n ast.Node) bool {
	if x, ok := n.(*ast.Ident); ok && x.Name != "_" {
		r.names[x.Name] = true
	}
	return true
}

// assigned adds what a function assigns to the variables that decide, up to a position, and reports
// whether it has added anything. A variable whose address a call is given may be assigned there.
func (r *assertionReader) assigned(body *ast.BlockStmt, end token.Pos) (added bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		if n == nil || n.Pos() >= end {
			return false
		}
		switch n := n.(type) {
		case *ast.FuncLit:
			return n.End() > end
		case *ast.AssignStmt:
			for _, x := range n.Lhs {
				if r.decides(x) {
					added = r.add(n) || added
				}
			}
		case *ast.ValueSpec:
			for _, x := range n.Names {
				if r.decides(x) {
					added = r.add(n) || added
				}
			}
		case *ast.RangeStmt:
			if n.Key != nil && r.decides(n.Key) || n.Value != nil && r.decides(n.Value) {
				added = r.add(n.X) || added
			}
		case *ast.CallExpr:
			for _, x := range n.Args {
				if address, ok := x.(*ast.UnaryExpr); ok && address.Op == token.AND && r.decides(address.X) {
					added = r.add(n) || added
				}
			}
		}
		return true
	})
	return added
}

func (r *assertionReader) decides(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident:
		return r.names[x.Name]
	case *ast.SelectorExpr:
		return r.decides(x.X)
	case *ast.IndexExpr:
		return r.decides(x.X)
	case *ast.StarExpr:
		return r.decides(x.X)
	}
	return false
}
