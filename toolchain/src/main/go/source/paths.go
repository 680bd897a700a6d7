package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
	"unicode/utf16"
)

// editedFile is a file with the objects that its identifiers mean, as far as its
// package by itself shows them: nothing is imported.
type editedFile struct {
	*readFile
	tokens *token.File
	lines  []string
}

// readEdited returns a file without syntax where there is none that parses.
func readEdited(name string) *editedFile {
	s := &editedFile{readFile: read(name, packageTexts{})}
	if s.syntax != nil {
		s.tokens = s.fset.File(s.syntax.FileStart)
		s.lines = strings.Split(string(s.text), "\n")
	}
	return s
}

// path is a node with all that are around it, outermost first.
type path []ast.Node

func (p path) node() ast.Node { return p[len(p)-1] }

// paths are those to the nodes that are wanted.
func paths(in ast.Node, wanted func(ast.Node) bool) []path {
	var found []path
	var around path
	ast.Inspect(in, func(n ast.Node) bool {
		if n == nil {
			around = around[:len(around)-1]
			return true
		}
		around = append(around, n)
		if wanted(n) {
			found = append(found, append(path(nil), around...))
		}
		return true
	})
	return found
}

// function is the index of the innermost function around the node, -1 without one.
func (p path) function() int {
	for i := len(p) - 2; i >= 0; i-- {
		switch p[i].(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			return i
		}
	}
	return -1
}

func (p path) inLoop() bool {
	for i := len(p) - 2; i > p.function(); i-- {
		switch p[i].(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return true
		}
	}
	return false
}

// inList is whether the node is a statement of a list: another may come before or after it.
func (p path) inList() bool {
	switch p[len(p)-2].(type) {
	case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
		return true
	}
	return false
}

// at are the paths to the nodes of one type that begin in a line.
func at[N ast.Node](s *editedFile, line int) []path {
	if s.syntax == nil {
		return nil
	}
	return paths(s.syntax, func(n ast.Node) bool {
		_, is := n.(N)
		return is && s.line(n.Pos()) == line
	})
}

// uses are the paths to the uses of an object, but for those that define it.
func (s *editedFile) uses(o types.Object, in ast.Node) []path {
	return paths(in, func(n ast.Node) bool {
		id, is := n.(*ast.Ident)
		return is && s.info.Uses[id] == o
	})
}

func mentions(name string, in ast.Node) bool {
	return len(paths(in, func(n ast.Node) bool {
		id, is := n.(*ast.Ident)
		return is && id.Name == name
	})) > 0
}

func contains(n ast.Node, pos token.Pos) bool { return n.Pos() <= pos && pos < n.End() }

// place is where a position is in the file, whatever its line directives say.
func (s *editedFile) place(pos token.Pos) token.Position { return s.tokens.PositionFor(pos, false) }

func (s *editedFile) line(pos token.Pos) int { return s.place(pos).Line }

// startsLine is whether nothing but space comes before a statement in its line.
func (s *editedFile) startsLine(n ast.Node) bool {
	begin := s.place(n.Pos())
	return strings.TrimSpace(s.lines[begin.Line-1][:begin.Column-1]) == ""
}

// endsLine is whether nothing but a comment follows.
func (s *editedFile) endsLine(n ast.Node) bool {
	end := s.place(n.End())
	rest := strings.TrimSpace(s.lines[end.Line-1][end.Column-1:])
	return rest == "" || strings.HasPrefix(rest, "//")
}

func (s *editedFile) indent(n ast.Node) string {
	line := s.lines[s.line(n.Pos())-1]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// lineBefore and lineAfter put a line before or after those of a statement.
func (s *editedFile) lineBefore(n ast.Node, text string) edit {
	line := s.line(n.Pos())
	return edit{line, 1, line, 1, s.indent(n) + text + "\n"}
}

func (s *editedFile) lineAfter(n ast.Node, text string) edit {
	line := s.line(n.End()) + 1
	return edit{line, 1, line, 1, s.indent(n) + text + "\n"}
}

// withoutLine deletes the line of a statement.
func (s *editedFile) withoutLine(n ast.Node) edit {
	line := s.line(n.Pos())
	return edit{line, 1, line + 1, 1, ""}
}

// replace puts a text in the place of another.
func (s *editedFile) replace(from, to token.Pos, text string) edit {
	first, last := s.place(from), s.place(to)
	return edit{first.Line, s.column(first), last.Line, s.column(last), text}
}

func (s *editedFile) column(at token.Position) int {
	return len(utf16.Encode([]rune(s.lines[at.Line-1][:at.Column-1]))) + 1
}
