package main

import (
	"fmt"
	"go/token"
	"go/types"
	"sort"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// exporter numbers what the stream refers to and writes each thing before its
// first use. Functions are declared at their first mention; bodies follow.
type exporter struct {
	enc       *encoder
	in        *loaded
	types     *typeTable
	files     map[string]int
	versions  map[string]string
	consts    map[string]int
	globals   map[*ssa.Global]int
	functions map[*ssa.Function]int
	byKey     map[string]int
	hasBody   map[int]bool
}

func newExporter(enc *encoder, in *loaded) *exporter {
	x := &exporter{
		enc:       enc,
		in:        in,
		types:     newTypeTable(enc),
		files:     make(map[string]int),
		versions:  make(map[string]string),
		consts:    make(map[string]int),
		globals:   make(map[*ssa.Global]int),
		functions: make(map[*ssa.Function]int),
		byKey:     make(map[string]int),
		hasBody:   make(map[int]bool),
	}
	for _, p := range in.pkgs {
		for _, f := range p.Syntax {
			name := p.Fset.Position(f.FileStart).Filename
			x.versions[name] = p.TypesInfo.FileVersions[f]
		}
	}
	return x
}

func (x *exporter) export() {
	for i, p := range x.in.pkgs {
		x.writePackage(p, x.in.ssaPkgs[i] != nil)
	}
	for _, fn := range x.sortedFunctions() {
		id := x.function(fn)
		if !x.hasBody[id] {
			x.hasBody[id] = true
			x.writeBody(id, fn)
		}
	}
	x.enc.end()
}

// sortedFunctions lists the functions that have code, in an order that does
// not depend on map iteration: those that ssautil can reach, and the methods
// of types that nothing mentions.
func (x *exporter) sortedFunctions() []*ssa.Function {
	all := ssautil.AllFunctions(x.in.prog)
	for _, p := range x.in.pkgs {
		for _, obj := range p.TypesInfo.Defs {
			if declared, ok := obj.(*types.Func); ok {
				addWithLiterals(all, x.in.prog.FuncValue(declared))
			}
		}
	}
	var fns []*ssa.Function
	for fn := range all {
		if fn.Blocks != nil {
			fns = append(fns, fn)
		}
	}
	keys := make(map[*ssa.Function]string, len(fns))
	for _, fn := range fns {
		keys[fn] = x.key(fn)
	}
	sort.Slice(fns, func(i, j int) bool { return keys[fns[i]] < keys[fns[j]] })
	return fns
}

func addWithLiterals(all map[*ssa.Function]bool, fn *ssa.Function) {
	if fn == nil || all[fn] {
		return
	}
	all[fn] = true
	for _, literal := range fn.AnonFuncs {
		addWithLiterals(all, literal)
	}
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

// key identifies a function across the variants of a package that tests bring.
func (x *exporter) key(fn *ssa.Function) string {
	pos := x.in.prog.Fset.Position(fn.Pos())
	return fmt.Sprintf("%s@%s:%d:%d", fn.String(), pos.Filename, pos.Line, pos.Column)
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

	generic := fn.String()
	if origin := fn.Origin(); origin != nil {
		generic = origin.String()
	}
	pkg := ""
	if p := fn.Package(); p != nil {
		pkg = p.Pkg.Path()
	} else if obj := fn.Object(); obj != nil && obj.Pkg() != nil {
		pkg = obj.Pkg().Path()
	}
	var r record
	r.int(id)
	r.int(x.enc.intern(fn.String()))
	r.int(x.enc.intern(generic))
	r.int(x.enc.intern(pkg))
	r.int(x.enc.intern(fn.Synthetic))
	r.int(parent)
	r.int(x.types.id(unnamed(fn.Signature)))
	x.pos(&r, fn.Pos())
	x.enc.write(tagFunction, &r)
	return id
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

func (x *exporter) constant(c *ssa.Const) int {
	value := "nil"
	if c.Value != nil {
		value = c.Value.ExactString()
	} else if _, ok := c.Type().Underlying().(*types.Struct); ok {
		value = "zero"
	}
	key := value + "\x00" + types.TypeString(c.Type(), nil)
	if id, ok := x.consts[key]; ok {
		return id
	}
	id := len(x.consts)
	x.consts[key] = id
	var r record
	r.int(x.types.id(c.Type()))
	r.int(x.enc.intern(value))
	x.enc.write(tagConst, &r)
	return id
}

// pos writes a file number plus one, line and column; a single 0 if unknown.
func (x *exporter) pos(r *record, pos token.Pos) {
	if !pos.IsValid() {
		r.uint(0)
		return
	}
	p := x.in.prog.Fset.Position(pos)
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
