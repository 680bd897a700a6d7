package main

import (
	"cmp"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
)

// exporter numbers what the stream refers to and writes each thing before its
// first use. Functions are declared at their first mention; bodies follow.
type exporter struct {
	enc        *encoder
	in         *loaded
	types      *typeTable
	files      map[string]int
	versions   map[string]string
	consts     map[constantKey]int
	constTexts map[[2]int]int // by the numbers of type and text
	globals    map[*ssa.Global]int
	functions  map[*ssa.Function]int
	keys       map[*ssa.Function]functionKey
	byKey      map[functionKey]int
	lastFile   *token.File
}

// constantKey distinguishes constants, but for strings: equal ones may differ.
type constantKey struct {
	typ   int
	value constant.Value
}

func newExporter(enc *encoder, in *loaded) *exporter {
	x := &exporter{
		enc:        enc,
		in:         in,
		types:      newTypeTable(enc),
		files:      make(map[string]int),
		versions:   make(map[string]string),
		consts:     make(map[constantKey]int),
		constTexts: make(map[[2]int]int),
		globals:    make(map[*ssa.Global]int),
		functions:  make(map[*ssa.Function]int),
		keys:       make(map[*ssa.Function]functionKey),
		byKey:      make(map[functionKey]int),
	}
	for _, p := range in.pkgs {
		for _, f := range p.Syntax {
			name := p.Fset.Position(f.FileStart).Filename
			x.versions[name] = p.TypesInfo.FileVersions[f]
		}
	}
	return x
}

// export writes the packages, and what is needed of their functions if the
// names of what starts goroutines are given: functions of libraries, and types
// of handlers. Without any, it writes the code of all functions. With leads, it
// writes which functions lead to which, and which are tests.
func (x *exporter) export(starters map[string]bool, leads bool) {
	for i, p := range x.in.pkgs {
		x.writePackage(p, x.in.ssaPkgs[i] != nil)
	}
	graph := newGraph(x, reachable(x.in), starters)
	needed := graph.needed(len(starters) == 0)
	for _, fn := range needed.functions {
		x.writeBody(x.function(fn), fn)
	}
	for _, method := range needed.methods {
		x.function(method)
	}
	x.writeExtent(len(graph.functions), needed.converted)
	x.writeChanges(graph.changes)
	if leads {
		x.writeTests(graph, x.writeLeads(graph))
	}
	x.enc.end()
}

func (x *exporter) writeExtent(functions int, converted []types.Type) {
	var ids []int
	for _, typ := range converted {
		ids = append(ids, x.types.id(typ))
	}
	var r record
	r.int(functions)
	r.int(len(ids))
	for _, id := range ids {
		r.int(id)
	}
	x.enc.write(tagExtent, &r)
}

func (x *exporter) writePackage(p *packages.Package, usable bool) {
	var r record
	r.int(x.enc.intern(p.ID))
	r.int(x.enc.intern(p.PkgPath))
	r.bool(usable)
	r.int(len(p.Errors))
	for _, e := range p.Errors {
		r.int(x.enc.intern(e.Pos))
		r.int(x.enc.intern(e.Msg))
	}
	x.enc.write(tagPackage, &r)
}

// functionKey identifies a function across the variants of a package that
// tests bring.
type functionKey struct {
	name         string
	file         string
	line, column int
}

func (a functionKey) compare(b functionKey) int {
	return cmp.Or(
		strings.Compare(a.name, b.name),
		strings.Compare(a.file, b.file),
		cmp.Compare(a.line, b.line),
		cmp.Compare(a.column, b.column))
}

func (x *exporter) key(fn *ssa.Function) functionKey {
	if key, ok := x.keys[fn]; ok {
		return key
	}
	pos := x.position(fn.Pos())
	key := functionKey{fn.String(), pos.Filename, pos.Line, pos.Column}
	x.keys[fn] = key
	return key
}

func (x *exporter) function(fn *ssa.Function) int {
	if id, ok := x.functions[fn]; ok {
		return id
	}
	key := x.key(fn)
	if id, ok := x.byKey[key]; ok {
		x.functions[fn] = id
		return id
	}
	parent := 0
	if fn.Parent() != nil {
		parent = x.function(fn.Parent()) + 1
	}
	id := len(x.byKey)
	x.functions[fn] = id
	x.byKey[key] = id

	pkg := ""
	if p := fn.Package(); p != nil {
		pkg = p.Pkg.Path()
	} else if obj := fn.Object(); obj != nil && obj.Pkg() != nil {
		pkg = obj.Pkg().Path()
	}
	var r record
	r.int(id)
	r.int(x.enc.intern(key.name))
	r.int(x.enc.intern(x.genericName(fn)))
	r.int(x.enc.intern(pkg))
	r.int(x.enc.intern(fn.Synthetic))
	r.int(parent)
	r.int(x.types.id(unnamed(fn.Signature)))
	x.pos(&r, fn.Pos())
	x.enc.write(tagFunction, &r)
	return id
}

func (x *exporter) genericName(fn *ssa.Function) string {
	if origin := fn.Origin(); origin != nil {
		return origin.String()
	}
	return x.key(fn).name
}

func (x *exporter) global(g *ssa.Global) int {
	if id, ok := x.globals[g]; ok {
		return id
	}
	id := len(x.globals)
	x.globals[g] = id
	var r record
	r.int(id)
	r.int(x.enc.intern(g.String()))
	r.int(x.types.id(g.Type()))
	x.pos(&r, g.Pos())
	x.enc.write(tagGlobal, &r)
	return id
}

// constant writes a constant once for each type and value.
func (x *exporter) constant(c *ssa.Const) int {
	typ := x.types.id(c.Type())
	seen := constantKey{typ, c.Value}
	if id, ok := x.consts[seen]; ok {
		return id
	}
	value := "nil"
	if c.Value != nil {
		value = c.Value.ExactString()
	} else if _, ok := c.Type().Underlying().(*types.Struct); ok {
		value = "zero"
	}
	text := x.enc.intern(value)
	id, ok := x.constTexts[[2]int{typ, text}]
	if !ok {
		id = len(x.constTexts)
		x.constTexts[[2]int{typ, text}] = id
		var r record
		r.int(typ)
		r.int(text)
		x.enc.write(tagConst, &r)
	}
	x.consts[seen] = id
	return id
}

// position is that of the file set; most look-ups are in the file of the last.
func (x *exporter) position(pos token.Pos) token.Position {
	if !pos.IsValid() {
		return token.Position{}
	}
	if f := x.lastFile; f == nil || int(pos) < f.Base() || int(pos) > f.Base()+f.Size() {
		x.lastFile = x.in.prog.Fset.File(pos)
	}
	if x.lastFile == nil {
		return token.Position{}
	}
	return x.lastFile.Position(pos)
}

// pos writes a file number plus one, line and column; a single 0 if unknown.
func (x *exporter) pos(r *record, pos token.Pos) {
	if !pos.IsValid() {
		r.uint(0)
		return
	}
	p := x.position(pos)
	r.int(x.file(p.Filename) + 1)
	r.int(p.Line)
	r.int(p.Column)
}

func (x *exporter) file(name string) int {
	if id, ok := x.files[name]; ok {
		return id
	}
	id := len(x.files)
	x.files[name] = id
	var r record
	r.int(x.enc.intern(name))
	r.int(x.enc.intern(x.versions[name]))
	x.enc.write(tagFile, &r)
	return id
}
