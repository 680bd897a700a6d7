package main

import (
	"errors"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf16"
)

// source is a file with the objects that its identifiers mean, as far as its
// package alone shows them: nothing is imported.
type source struct {
	file   *ast.File
	tokens *token.File
	lines  []string
	info   *types.Info
}

// readSource returns a source without a file where there is none that parses.
func readSource(name string) *source {
	s := &source{info: &types.Info{
		Defs: make(map[*ast.Ident]types.Object),
		Uses: make(map[*ast.Ident]types.Object),
	}}
	text, err := os.ReadFile(name)
	if err != nil {
		return s
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
	if err != nil {
		return s
	}
	s.file, s.tokens, s.lines = file, fset.File(file.FileStart), strings.Split(string(text), "\n")
	files := []*ast.File{file}
	others, _ := filepath.Glob(filepath.Join(filepath.Dir(name), "*.go"))
	for _, other := range others {
		if built, err := build.Default.MatchFile(filepath.Dir(other), filepath.Base(other)); err != nil || !built || other == name {
			continue
		}
		// A file that does not parse defines what its beginning does.
		if f, _ := parser.ParseFile(fset, other, nil, parser.SkipObjectResolution); f != nil && f.Name.Name == file.Name.Name {
			files = append(files, f)
		}
	}
	config := types.Config{Importer: nothing{}, FakeImportC: true, Error: func(error) {}}
	// What is imported is unknown, so there are errors; what is local is resolved.
	_, _ = config.Check(file.Name.Name, fset, files, s.info)
	return s
}

type nothing struct{}

func (nothing) Import(string) (*types.Package, error) { return nil, errors.New("not imported") }

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
func at[N ast.Node](s *source, line int) []path {
	if s.file == nil {
		return nil
	}
	return paths(s.file, func(n ast.Node) bool {
		_, is := n.(N)
		return is && s.line(n.Pos()) == line
	})
}

// object is what an identifier means, nil for all else.
func (s *source) object(e ast.Expr) types.Object {
	id, is := e.(*ast.Ident)
	if !is {
		return nil
	}
	if defined := s.info.Defs[id]; defined != nil {
		return defined
	}
	return s.info.Uses[id]
}

// uses are the paths to the uses of an object, but for those that define it.
func (s *source) uses(o types.Object, in ast.Node) []path {
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
func (s *source) place(pos token.Pos) token.Position { return s.tokens.PositionFor(pos, false) }

func (s *source) line(pos token.Pos) int { return s.place(pos).Line }

// startsLine is whether nothing but space comes before a statement in its line.
func (s *source) startsLine(n ast.Node) bool {
	begin := s.place(n.Pos())
	return strings.TrimSpace(s.lines[begin.Line-1][:begin.Column-1]) == ""
}

// endsLine is whether nothing but a comment follows.
func (s *source) endsLine(n ast.Node) bool {
	end := s.place(n.End())
	rest := strings.TrimSpace(s.lines[end.Line-1][end.Column-1:])
	return rest == "" || strings.HasPrefix(rest, "//")
}

func (s *source) indent(n ast.Node) string {
	line := s.lines[s.line(n.Pos())-1]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// lineBefore and lineAfter put a line before or after those of a statement.
func (s *source) lineBefore(n ast.Node, text string) edit {
	line := s.line(n.Pos())
	return edit{line, 1, line, 1, s.indent(n) + text + "\n"}
}

func (s *source) lineAfter(n ast.Node, text string) edit {
	line := s.line(n.End()) + 1
	return edit{line, 1, line, 1, s.indent(n) + text + "\n"}
}

// withoutLine deletes the line of a statement.
func (s *source) withoutLine(n ast.Node) edit {
	line := s.line(n.Pos())
	return edit{line, 1, line + 1, 1, ""}
}

// replace puts a text in the place of another.
func (s *source) replace(from, to token.Pos, text string) edit {
	first, last := s.place(from), s.place(to)
	return edit{first.Line, s.column(first), last.Line, s.column(last), text}
}

func (s *source) column(at token.Position) int {
	return len(utf16.Encode([]rune(s.lines[at.Line-1][:at.Column-1]))) + 1
}
