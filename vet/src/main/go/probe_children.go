package main

import (
	"go/types"
	"regexp"
	"slices"
	"strings"
)

// The variables of two children: objects that a method of the probed object makes, or a function
// that is given it, such as the sessions of a client. Each of two goroutines uses one of its own,
// as users do with what is not to be shared; what both reach is the parent's.
const (
	firstChild  = "c1"
	secondChild = "c2"
)

// childName is the variable of the first child in a statement.
var childName = regexp.MustCompile(`\b` + firstChild + `\b`)

// mostParents are the methods and functions whose children are used, mostOfChildren the pairs of
// calls of the children of one.
const (
	mostParents    = 3
	mostOfChildren = 6
)

// children are calls of two goroutines that each have a child of the object.
func (w *seedWriter) children() {
	if w.typ.named == nil || w.maker == "" {
		return
	}
	parents := 0
	barren := make(map[types.Type]bool) // whose calls share nothing, whatever makes them
	for _, parent := range slices.Concat(w.ops, w.makers()) {
		if parents == mostParents {
			return
		}
		if !parent.isMethod() || len(parent.ways[0].prelude) > 0 || singleWords.MatchString(w.pr.docOf(parent.fn)) {
			continue
		}
		for i, result := range parent.results {
			if barren[result] {
				continue
			}
			found := w.ofChildren(parent, i, result)
			slices.SortStableFunc(found, func(a, b candidate) int { return b.rank - a.rank })
			if len(found) > 0 {
				parents++
				w.found = append(w.found, found[:min(len(found), mostOfChildren)]...)
				break
			}
			barren[result] = true
		}
	}
}

// makers are the functions of the package that make something of an object of the type.
func (w *seedWriter) makers() []*operation {
	var found []*operation
	on := ""
	if w.home.external {
		on = w.home.imports.of(w.pr.p.PkgPath, w.pr.p.Name) + "."
	}
	for _, fn := range w.pr.userFunctions() {
		taking := w.taking(fn.Signature())
		if !w.pr.mayCall(fn) || len(taking) != 1 {
			continue
		}
		if one, _ := w.pr.operation(w.pr.p.Name, w.home, nil, fn, fn.Signature(), on); one != nil {
			for i := range one.ways {
				one.ways[i] = one.ways[i].with(taking[0], "x")
			}
			found = append(found, one)
		}
	}
	return found
}

// ofChildren are the calls of two children, one goroutine with each, that share something of
// their parent.
func (w *seedWriter) ofChildren(parent *operation, at int, result types.Type) []candidate {
	if !w.pr.isOfPackage(result) || types.IsInterface(deref(result)) || types.Identical(deref(result), deref(w.from.typ)) {
		return nil
	}
	named := deref(result).(*types.Named)
	var ops []*operation
	for _, sel := range exportedMethods(result) {
		fn := sel.Obj().(*types.Func)
		if forbids(w.pr.docOf(fn)) {
			continue
		}
		if one, _ := w.pr.operation(named.Obj().Name(), w.home, result, fn, sel.Type().(*types.Signature), firstChild+"."); one != nil {
			one.name, one.owner, one.parent = parent.name+one.name, named.Obj().Name(), parent
			one.sum = one.sum.without(origin(named) + ".")
			ops = append(ops, one)
		}
	}
	var found []candidate
	for i, a := range ops {
		for _, b := range ops[i:] {
			if rank := conflict(a.sum, b.sum); rank > 1 {
				first := withChild(a.ways[0], parent.ways[0], at, len(parent.results), isPointer(result))
				second := withChild(b.ways[0], parent.ways[len(parent.ways)-1], at, len(parent.results), isPointer(result)).ofSecond(isPointer(result))
				found = append(found, candidate{rank: 10*rank + 4, shape: [][]boundCall{{{a, first}}, {{b, second}}}})
			}
		}
	}
	return found
}

// withChild is a way to call a method of a child, with the statements that make it: one of several
// results of a call, in the way that is given.
func withChild(call, making way, at, results int, pointer bool) way {
	names := slices.Repeat([]string{"_"}, results)
	names[at] = firstChild
	prelude := slices.Concat(making.before, []string{strings.Join(names, ", ") + " := " + making.text})
	if pointer {
		prelude = append(prelude, "if "+firstChild+" == nil"+skipping)
	}
	call.prelude = slices.Concat(prelude, call.prelude)
	return call
}

// ofSecond is the way with the second child. The test is skipped if both are one object: then
// goroutines would share it.
func (w way) ofSecond(pointer bool) way {
	w.prelude = slices.Clone(w.prelude)
	for i, statement := range w.prelude {
		w.prelude[i] = childName.ReplaceAllString(statement, secondChild)
	}
	if pointer {
		w.prelude = append(w.prelude, "if "+firstChild+" == "+secondChild+skipping)
	}
	w.text = childName.ReplaceAllString(w.text, secondChild)
	return w
}

// without is the summary without what is done to objects of a type, or under locks in them: each
// goroutine has its own.
func (s *summary) without(typ string) *summary {
	sum := newSummary()
	sum.add(s)
	sum.indexed, sum.replaces, sum.relocks = s.indexed, s.replaces, s.relocks
	clear(sum.accesses)
	for one := range s.accesses {
		if strings.HasPrefix(one.field, typ) {
			continue
		}
		one.locks = joined(slices.DeleteFunc(strings.Fields(one.locks), func(lock string) bool { return strings.HasPrefix(lock, typ) }))
		sum.accesses[one] = true
	}
	return sum
}
