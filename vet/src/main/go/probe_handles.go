package main

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// mostHandles that one object gives away are used.
const mostHandles = 3

// handles are operations with what a method gave away before the goroutines
// start: channels, functions and objects of the package, and whatever another
// method takes back, such as the number of a subscriber.
func (pr *prober) handles(h *home, from *seed, methods []*operation) []*operation {
	var all []*operation
	variables := 0
	for _, m := range methods {
		if variables >= mostHandles {
			break
		}
		opens := openWords.MatchString(m.name)
		var names []string
		var found []*operation
		w := m.ways[0]
		for i, typ := range m.results {
			name := fmt.Sprintf("h%d", variables+1)
			ops := pr.ofHandle(h, from, m, i, name, opens)
			for _, other := range methods {
				if taker := taking(other, typ, name); taker != nil && other != m && (opens || !isBasic(typ)) && (dropWords.MatchString(other.name) || !isBasic(typ)) {
					ops = append(ops, taker)
				}
			}
			if len(ops) == 0 || i > 1 {
				names = append(names, "_")
				continue
			}
			variables++
			names = append(names, name)
			found = append(found, ops...)
		}
		for _, one := range found {
			for i := range one.ways {
				prelude := slices.Concat(w.prelude, w.before)
				prelude = append(prelude, strings.Join(names, ", ")+" := "+w.text)
				for i, name := range names {
					if name != "_" && mayBeNil(m.results[i]) {
						prelude = append(prelude, "if "+name+" == nil"+skipping)
					} else if name != "_" {
						prelude = append(prelude, "_ = "+name)
					}
				}
				one.ways[i].prelude = slices.Concat(prelude, one.ways[i].prelude)
			}
		}
		all = append(all, found...)
	}
	return all
}

// skipping ends a statement that ends a test whose object gave away nothing, as all calls of that
// would panic, or gave away one thing twice.
const skipping = " { t.SkipNow() }"

func mayBeNil(typ types.Type) bool {
	switch typ.Underlying().(type) {
	case *types.Chan, *types.Signature:
		return true
	}
	return isNillable(typ)
}

func isBasic(typ types.Type) bool {
	_, basic := typ.Underlying().(*types.Basic)
	return basic
}

// taking is the call of a method with a value as the only argument of its type.
func taking(m *operation, typ types.Type, name string) *operation {
	params := m.fn.Signature().Params()
	for i := range min(params.Len(), len(m.ways[0].args)) {
		switch typ.Underlying().(type) {
		case *types.Slice, *types.Map, *types.Interface:
			continue // the caller's memory, which the two calls would share
		}
		if types.AssignableTo(typ, params.At(i).Type()) && !types.IsInterface(params.At(i).Type()) {
			one := *m
			one.ways = []way{m.ways[0].with(i, name)}
			one.ends = true
			return &one
		}
	}
	return nil
}

// ofHandle are the operations on a value itself, which is a result of a call.
func (pr *prober) ofHandle(h *home, from *seed, m *operation, at int, name string, opens bool) []*operation {
	typ := m.results[at]
	if elem, ok := received(typ); ok && (opens || len(m.ways[0].args) > 0) {
		one := &operation{name: "Receive" + m.name, fn: m.fn, place: m.place, results: []types.Type{elem, types.Typ[types.Bool]}}
		one.ways = []way{{text: "<-" + name}}
		one.sum = receiving(newSummary(), typ)
		return []*operation{one}
	}
	if sig, ok := typ.Underlying().(*types.Signature); ok && sig.Params().Len() == 0 {
		one := &operation{name: m.name + "End", fn: m.fn, place: m.place, ways: []way{{text: name + "()"}}, ends: true}
		for result := range sig.Results().Variables() {
			one.results = append(one.results, result.Type())
		}
		one.sum = pr.closuresOf(m.fn)
		return []*operation{one}
	}
	concrete := typ
	if types.IsInterface(typ) && typ.String() != "error" {
		if made := pr.concreteOf(m.fn, at); made != nil {
			concrete = made
		}
	}
	if !pr.isOfPackage(concrete) || types.Identical(deref(from.typ), deref(concrete)) {
		return nil
	}
	return pr.methodsOf(h, typ, deref(concrete).(*types.Named), name, m.name)
}

// concreteOf is the only type of the package that a function returns as an interface, at a place
// among its results, or nil.
func (pr *prober) concreteOf(fn *types.Func, at int) types.Type {
	source := pr.in.sources()[fn.Origin().FullName()]
	if source == nil {
		return nil
	}
	var found types.Type
	for instr := range instructions(source) {
		end, ok := instr.(*ssa.Return)
		if !ok || at >= len(end.Results) {
			continue
		}
		values := []ssa.Value{end.Results[at]}
		if read, ok := end.Results[at].(*ssa.UnOp); ok && valuesOf(read) != nil {
			values = valuesOf(read)
		}
		for _, one := range values {
			if _, none := one.(*ssa.Const); none {
				continue
			}
			boxed, ok := one.(*ssa.MakeInterface)
			if !ok || !pr.isOfPackage(boxed.X.Type()) || found != nil && !types.Identical(found, boxed.X.Type()) {
				return nil
			}
			found = boxed.X.Type()
		}
	}
	return found
}

// methodsOf are calls of the methods of an object in a variable, those first that end it.
func (pr *prober) methodsOf(h *home, typ types.Type, named *types.Named, variable, prefix string) []*operation {
	var all []*operation
	for _, sel := range exportedMethods(typ) {
		fn := sel.Obj().(*types.Func)
		if own, _, _ := types.LookupFieldOrMethod(types.NewPointer(named), true, named.Obj().Pkg(), fn.Name()); own != nil {
			if method, ok := own.(*types.Func); ok {
				fn = method // of what an interface has
			}
		}
		if known := pr.known(named.Obj().Name()); unsafeWords.MatchString(pr.docOf(fn)) || known != nil && known.omitted != "" {
			continue
		}
		if one, _ := pr.operation(named.Obj().Name(), h, typ, fn, sel.Type().(*types.Signature), variable+"."); one != nil {
			one.name, one.owner = prefix+one.name, named.Obj().Name()
			all = append(all, one)
			all = append(all, pr.streams(one)...)
		}
	}
	slices.SortStableFunc(all, func(a, b *operation) int { return rankOf(b.ends) - rankOf(a.ends) })
	return all[:min(len(all), 6)]
}

func rankOf(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
