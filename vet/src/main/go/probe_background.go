package main

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A background is what goroutines do that one function starts, itself or through the
// functions of its module that it calls.
type background struct {
	by    string // the name of the function
	place string // of the first go statement
	sum   *summary
	calls map[*types.Func]bool // what the goroutines are calls of, and what these call themselves
}

// ownGoroutines is the background of the functions that make objects of a type, or nil.
func (pr *prober) ownGoroutines(typ *probed) *background {
	if typ.named == nil {
		return nil
	}
	if !typ.knowsOwn {
		typ.knowsOwn = true
		for _, fn := range pr.makersOf(typ) {
			if one := pr.startedBy(fn); one != nil && typ.own == nil {
				typ.own = one
			} else if one != nil {
				typ.own.sum.add(one.sum)
				for called := range one.calls {
					typ.own.calls[called] = true
				}
			}
		}
	}
	return typ.own
}

// makersOf are the functions of the package that return objects of a type first.
func (pr *prober) makersOf(typ *probed) []*types.Func {
	found := slices.Clone(typ.makers)
	scope := pr.p.Types.Scope()
	for _, name := range scope.Names() {
		fn, ok := scope.Lookup(name).(*types.Func)
		if !ok || fn.Signature().Results().Len() == 0 || inTests(pr.p.Fset, fn.Pos()) {
			continue
		}
		if named, ok := deref(fn.Signature().Results().At(0).Type()).(*types.Named); ok && named.Origin().Obj() == typ.named.Obj() {
			found = append(found, fn)
		}
	}
	return found
}

// startedBy is the background of a function; nil if it starts no goroutine.
func (pr *prober) startedBy(fn *types.Func) *background {
	one := &background{by: fn.Name(), sum: newSummary(), calls: make(map[*types.Func]bool)}
	seen := make(map[*ssa.Function]bool)
	var look func(fn *ssa.Function, depth int)
	look = func(fn *ssa.Function, depth int) {
		if fn = pr.withSource(fn); fn == nil || depth > deepestCall || seen[fn] {
			return
		}
		seen[fn] = true
		for _, block := range fn.Blocks {
			for _, instr := range block.Instrs {
				call, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				started := startedIn(call)
				if started == nil {
					look(call.Common().StaticCallee(), depth+1)
					for _, given := range call.Common().Args { // as sync.Once calls it
						look(functionOf(given), depth+1)
					}
				} else if started = pr.withSource(started); started != nil {
					if one.place == "" {
						one.place = line(pr.p.Fset, call.Pos())
					}
					one.sum.add(pr.summaries.of(started, nil, 0))
					one.callsOf(started)
				}
			}
		}
	}
	look(pr.in.sources()[fn.Origin().FullName()], 0)
	if one.place == "" {
		return nil
	}
	return one
}

// withSource is a function with its instructions, or nil: a package that imports it knows
// only that there is one.
func (pr *prober) withSource(fn *ssa.Function) *ssa.Function {
	if fn == nil || len(fn.Blocks) > 0 {
		return fn
	}
	return pr.in.sources()[fullName(fn)]
}

// startedIn is the function that a go statement calls in a goroutine of its own, or a
// method Go that is given one, such as that of a sync.WaitGroup; nil for other calls.
func startedIn(call ssa.CallInstruction) *ssa.Function {
	if _, ok := call.(*ssa.Go); ok {
		return call.Common().StaticCallee()
	}
	if fn := call.Common().StaticCallee(); fn != nil && fn.Name() == "Go" && len(call.Common().Args) > 1 {
		return functionOf(call.Common().Args[1])
	}
	return nil
}

// callsOf notes what a goroutine is a call of, and what that calls itself.
func (b *background) callsOf(fn *ssa.Function) {
	note := func(fn *ssa.Function) {
		if fn == nil {
			return
		}
		if declared, ok := fn.Object().(*types.Func); ok {
			b.calls[declared.Origin()] = true
		}
	}
	note(fn)
	for _, block := range fn.Blocks {
		for _, instr := range block.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok {
				note(call.Common().StaticCallee())
			}
		}
	}
}

// alone ranks a call by what may go wrong between it and these goroutines alone. It is 0 if
// a lock guards all that they share.
func (pr *prober) alone(o *operation, own *background) int {
	if o.fn == nil || o.owner != "" || own.calls[o.fn.Origin()] && !o.ends {
		return 0 // what they call themselves is not for others
	}
	sum := o.sum
	if source := pr.in.sources()[o.fn.Origin().FullName()]; source != nil {
		sum = pr.callers.of(source, nil, 0)
	}
	rank := overlap(sum, own.sum)
	if rank < unguarded {
		rank = 0
	}
	if anyChannel(sum.closes, own.sum.sends) || anyChannel(sum.closes, own.sum.closes) {
		rank = max(rank, unguarded-1)
	}
	return rank
}

// singles are calls of one goroutine, where the object has goroutines of its own. Any user
// makes such calls, so that no promise is needed. After a method that begins with the object
// it is only read, or ended: changes may have been meant to come before.
func (w *seedWriter) singles() {
	if w.typ.named == nil {
		return
	}
	if own := w.pr.ownGoroutines(w.typ); own != nil {
		for _, o := range w.ops {
			if rank := w.pr.alone(o, own); rank > 0 && (!w.from.isStarted() || o.onlyUses()) && !isBeginName(o) {
				w.single(own, rank, o)
			}
		}
	}
	for _, starter := range w.ops {
		if starter.fn == nil || starter.owner != "" || !starter.sum.starts {
			continue
		}
		own := w.pr.startedBy(starter.fn)
		if own == nil {
			continue
		}
		begins := startWords.MatchString(starter.name)
		begun := begins && w.from.isStarted() // no user begins twice
		if rank := w.pr.alone(starter, own); rank > 0 && !begun {
			w.single(own, rank, starter)
		}
		for _, o := range w.ops {
			rank := w.pr.alone(o, own)
			if rank == 0 || o == starter || begins && !o.onlyUses() || isBeginName(o) {
				continue
			}
			if begun {
				w.single(own, rank, o)
			} else {
				w.single(own, rank, starter, o)
			}
		}
	}
}

// single notes calls of one goroutine.
func (w *seedWriter) single(own *background, rank int, all ...*operation) {
	var calls []boundCall
	for _, o := range all {
		calls = append(calls, boundCall{o, o.ways[0]})
	}
	w.found = append(w.found, candidate{rank: 10*rank + singleBonus - len(all), shape: [][]boundCall{calls}, own: own})
}

// singleBonus is what a scenario of one goroutine is worth more: what goes wrong there
// needs no promise.
const singleBonus = 6

// onlyUses reports whether an operation ends the object, or changes no field of it.
func (o *operation) onlyUses() bool {
	if o.ends {
		return true
	}
	for a := range o.sum.accesses {
		if a.write {
			return false
		}
	}
	return true
}

// isBeginName reports whether an operation is one that users call before all others.
func isBeginName(o *operation) bool {
	return slices.Contains(beginNames, o.name)
}

// isStarted reports whether the statements of a seed begin with the object, or call a
// function of the tests that may.
func (s *seed) isStarted() bool {
	if s.helped {
		return true
	}
	for _, name := range beginNames {
		if strings.Contains(s.text(), "."+name+"(") {
			return true
		}
	}
	return false
}
