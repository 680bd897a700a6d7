package main

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// graph says which functions lead to which. It takes in more than the reader
// does: a call through an interface leads to every method of that name, and a
// function to all that it names.
type graph struct {
	x         *exporter
	functions []*node // those with code, in the order of their keys
	byKey     map[functionKey]*node
	byName    map[string]*node
	converted []types.Type // to interfaces
	methods   map[types.Type][]*ssa.Function
	changes   changes
}

// node is a function, by its key: test variants of a package hold the same
// functions again, and export data declares them without their code. Or it is
// a name, which leads to the methods that a call through an interface may reach.
type node struct {
	fn       *ssa.Function   // with its code; nil if that is not known
	to, from []*node         // what it leads to, and what leads to it
	tree     []*node         // of an outermost function: itself and its literals
	outer    *node           // the outermost function around it
	converts []types.Type    // to interfaces
	beside   map[string]bool // the methods of the interfaces that a call through one asks for
	starts   bool            // a goroutine, itself
	captures bool            // makes a literal that captures variables
}

func newGraph(x *exporter, all map[*ssa.Function]bool, starters map[string]bool) *graph {
	g := &graph{
		x:       x,
		byKey:   make(map[functionKey]*node),
		byName:  make(map[string]*node),
		methods: make(map[types.Type][]*ssa.Function),
		changes: make(changes),
	}
	var sorted []*ssa.Function
	for fn := range all {
		if fn.Blocks != nil {
			sorted = append(sorted, fn)
		}
	}
	slices.SortFunc(sorted, func(a, b *ssa.Function) int { return x.key(a).compare(x.key(b)) })
	for _, fn := range sorted {
		if n := g.function(fn, starters); n.fn == nil {
			n.fn = fn
			g.functions = append(g.functions, n)
			g.read(n, starters)
		}
	}
	for _, typ := range g.converted {
		for _, method := range g.methods[typ] {
			if called, ok := g.byName[method.Name()]; ok {
				called.leadsTo(g.function(method, starters))
			}
		}
	}
	return g
}

func (n *node) leadsTo(other *node) {
	n.to = append(n.to, other)
	other.from = append(other.from, n)
}

func (g *graph) function(fn *ssa.Function, starters map[string]bool) *node {
	key := g.x.key(fn)
	if n, ok := g.byKey[key]; ok {
		return n
	}
	n := &node{starts: starters[g.x.genericName(fn)]}
	n.outer = n
	g.byKey[key] = n
	if fn.Parent() != nil {
		n.outer = g.function(fn.Parent(), starters).outer
	}
	n.outer.tree = append(n.outer.tree, n)
	return n
}

func (g *graph) name(method string) *node {
	n, ok := g.byName[method]
	if !ok {
		n = &node{}
		g.byName[method] = n
	}
	return n
}

func (g *graph) read(n *node, starters map[string]bool) {
	for _, literal := range n.fn.AnonFuncs {
		g.function(literal, starters)
	}
	var buf [10]*ssa.Value
	for _, block := range n.fn.Blocks {
		for _, instr := range block.Instrs {
			switch i := instr.(type) {
			case *ssa.DebugRef:
				continue
			case *ssa.Go:
				n.starts = true
			case *ssa.MakeClosure:
				n.captures = true
			case *ssa.ChangeType:
				if _, ok := i.Type().(*types.Named); ok && starters[types.TypeString(i.Type(), nil)] {
					n.starts = true
				}
			case *ssa.MakeInterface:
				g.convert(i.X.Type())
				n.converts = append(n.converts, i.X.Type())
			case *ssa.ChangeInterface:
				n.mayCall(i.X.Type())
			case *ssa.TypeAssert:
				n.mayCall(i.X.Type())
			}
			if call, ok := instr.(ssa.CallInstruction); ok && call.Common().IsInvoke() {
				g.invoke(n, call.Common())
			}
			operands := instr.Operands(buf[:0])
			g.changes.read(instr, operands)
			for _, operand := range operands {
				if named, ok := (*operand).(*ssa.Function); ok {
					n.leadsTo(g.function(named, starters))
				}
			}
		}
	}
}

func (g *graph) invoke(caller *node, call *ssa.CallCommon) {
	name := g.name(call.Method.Name())
	caller.leadsTo(name)
	name.mayCall(call.Value.Type())
}

// mayCall notes that the reader may ask which types implement an interface: it
// follows a value back to where it had another type than where it is called.
func (n *node) mayCall(typ types.Type) {
	if iface, ok := typ.Underlying().(*types.Interface); ok {
		if n.beside == nil {
			n.beside = make(map[string]bool)
		}
		for method := range iface.Methods() {
			n.beside[method.Name()] = true
		}
	}
}

func (g *graph) convert(typ types.Type) {
	if _, ok := g.methods[typ]; ok {
		return
	}
	g.methods[typ] = methods(g.x.in.prog, typ)
	g.converted = append(g.converted, typ)
}
