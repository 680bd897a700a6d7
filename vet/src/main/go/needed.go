package main

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// needed is what the reader gets to see: the code of the functions that a look
// at shared variables of closures can get to, and of the types that are
// converted to interfaces, what shows where calls through one may lead.
type needed struct {
	functions []*ssa.Function
	converted []types.Type
	methods   []*ssa.Function // of these types, to be declared
}

// needed selects from the graph. The variables of a function and of the
// literals in it are shared only if something in that tree leads to what
// starts a goroutine; without any starters, everything is needed.
func (g *graph) needed(everything bool) needed {
	reached := make(map[*node]bool)
	if everything {
		for _, n := range g.functions {
			reached[n] = true
		}
		for _, n := range g.byName {
			reached[n] = true
		}
	} else {
		spread(reached, g.roots(), func(n *node) [][]*node {
			if n.outer == nil {
				return [][]*node{n.to}
			}
			return [][]*node{n.to, n.outer.tree}
		})
	}
	var result needed
	for _, n := range g.functions {
		if reached[n] {
			result.functions = append(result.functions, n.fn)
		}
	}
	wanted := make(map[string]bool)
	for n := range reached {
		for method := range n.beside {
			wanted[method] = true
		}
	}
	for _, typ := range g.converted {
		count := len(result.methods)
		for _, method := range g.methods[typ] {
			if wanted[method.Name()] {
				result.methods = append(result.methods, method)
			}
		}
		if len(result.methods) > count {
			result.converted = append(result.converted, typ)
		}
	}
	return result
}

// roots are the functions with literals that capture variables, one of which a
// goroutine may run.
func (g *graph) roots() []*node {
	starting := make(map[*node]bool)
	var first []*node
	for _, n := range g.byKey {
		if n.starts {
			first = append(first, n)
		}
	}
	spread(starting, first, func(n *node) [][]*node { return [][]*node{n.from} })
	var roots []*node
	for _, n := range g.functions {
		captures, starts := false, false
		for _, inside := range n.tree {
			captures = captures || inside.captures
			starts = starts || starting[inside]
		}
		if captures && starts {
			roots = append(roots, n)
		}
	}
	return roots
}

func spread(found map[*node]bool, work []*node, next func(*node) [][]*node) {
	for len(work) > 0 {
		last := len(work) - 1
		n := work[last]
		work = work[:last]
		if !found[n] {
			found[n] = true
			for _, more := range next(n) {
				work = append(work, more...)
			}
		}
	}
}
