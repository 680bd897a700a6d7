package main

import (
	"cmp"
	"go/types"
	"maps"
	"regexp"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A background is what goroutines do that one function starts, itself or through the
// functions of its module that it calls.
type background struct {
	by     string   // the name of the function
	place  string   // of the first go statement
	places []string // of all of them, and of those in the goroutines
	sum    *summary
	calls  map[string]bool // full names of what the goroutines are calls of, and of what these call
	starts []*ssa.Function // what the goroutines run
}

// met says that what one goroutine calls meets these goroutines.
func (b *background) met() *evidence {
	return &evidence{Kind: "one caller", Text: b.by, Place: b.place}
}

// ownGoroutines is the background of the functions that make the object of a seed, or of all
// that make objects of the type where the seed calls none of them itself; nil if there is none.
func (pr *prober) ownGoroutines(typ *probed, from *seed) *background {
	makers := pr.makersOf(typ)
	if from != nil {
		if used := slices.DeleteFunc(slices.Clone(makers), func(fn *types.Func) bool { return !from.calls(fn.Name()) }); len(used) > 0 {
			makers = used
		}
	}
	var own *background
	for _, fn := range makers {
		own = join(own, pr.startedBy(fn))
	}
	return own
}

// join is what two backgrounds do together, each of which may be nil.
func join(a, b *background) *background {
	if a == nil || b == nil {
		return cmp.Or(a, b)
	}
	both := &background{by: a.by, place: a.place, places: slices.Concat(a.places, b.places), starts: slices.Concat(a.starts, b.starts), sum: newSummary(), calls: maps.Clone(a.calls)}
	both.sum.add(a.sum)
	both.sum.add(b.sum)
	maps.Copy(both.calls, b.calls)
	return both
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

// startedBy is the background of a function; nil if it starts no goroutine. It is the same for
// each seed, and is not changed.
func (pr *prober) startedBy(fn *types.Func) *background {
	return pr.remembered(pr.backgrounds, fn, func(source *ssa.Function) *background { return pr.backgroundOf(fn, source) })
}

// remembered is the background of a function, which is found once.
func (pr *prober) remembered(known map[string]*background, fn *types.Func, find func(source *ssa.Function) *background) *background {
	key := fn.Origin().FullName()
	one, ok := known[key]
	if !ok {
		one = find(pr.in.sources()[key])
		known[key] = one
	}
	return one
}

// backgroundOf is that of a function in some of its code.
func (pr *prober) backgroundOf(fn *types.Func, code ...*ssa.Function) *background {
	one := &background{by: fn.Name(), sum: newSummary(), calls: make(map[string]bool)}
	for _, part := range code {
		pr.walk(part, func(call ssa.CallInstruction) bool {
			started := pr.in.withSource(startedIn(call))
			if started == nil {
				_, isGo := call.(*ssa.Go)
				return !isGo
			}
			if one.place == "" {
				one.place = line(pr.p.Fset, call.Pos())
			}
			one.places = append(one.places, line(pr.p.Fset, call.Pos()))
			one.sum.add(pr.summaries.of(started, nil, 0))
			one.starts = append(one.starts, started)
			one.calls[fullName(started)] = true
			pr.walk(started, func(call ssa.CallInstruction) bool {
				if of := call.Common().StaticCallee(); of != nil {
					one.calls[fullName(of)] = true
				}
				if _, isGo := call.(*ssa.Go); isGo || startedIn(call) != nil {
					one.places = append(one.places, line(pr.p.Fset, call.Pos()))
				}
				return true
			})
			return false
		})
	}
	if one.place == "" {
		return nil
	}
	return one
}

// walk visits the calls of a function, and, where that is wanted, those of what they call:
// functions of the module, and closures that they are given, as sync.Once calls them.
func (pr *prober) walk(from *ssa.Function, visit func(call ssa.CallInstruction) bool) {
	seen := make(map[*ssa.Function]bool)
	var look func(fn *ssa.Function, depth int)
	look = func(fn *ssa.Function, depth int) {
		if fn = pr.in.withSource(fn); fn == nil || depth > deepestCall || seen[fn] {
			return
		}
		seen[fn] = true
		for instr := range instructions(fn) {
			call, ok := instr.(ssa.CallInstruction)
			if !ok || !visit(call) {
				continue
			}
			look(call.Common().StaticCallee(), depth+1)
			for _, given := range call.Common().Args {
				look(functionOf(given), depth+1)
			}
		}
	}
	look(from, 0)
}

// startedIn is the function that runs in a goroutine of its own: that of a go statement, what a
// method Go is given, such as that of a sync.WaitGroup, or what a timer calls; nil for other calls.
func startedIn(call ssa.CallInstruction) *ssa.Function {
	fn := call.Common().StaticCallee()
	if _, isGo := call.(*ssa.Go); isGo {
		return fn
	}
	if args := call.Common().Args; fn != nil && len(args) == 2 && (fn.Name() == "Go" || fn.String() == "time.AfterFunc") {
		return functionOf(args[1])
	}
	return nil
}

// alone ranks a call by what may go wrong between it and these goroutines alone. It is 0 if
// a lock guards all that they share. What they call themselves is not for others, unless it
// ends the object; nor is what a callback calls.
func (pr *prober) alone(o *operation, own *background) int {
	if !o.isMethod() || own.calls[o.fn.Origin().FullName()] && !closeWords.MatchString(o.name) {
		return 0
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

// connectNames are those of methods that begin with the object as Start does.
var connectNames = regexp.MustCompile(`^(Connect|Open|Dial|Login|Begin|Launch|Activate)([A-Z]|$)`)

// begins reports whether a method is one that users call once, and after what sets the object
// up.
func begins(name string) bool {
	return startWords.MatchString(name) || loopNames.MatchString(name) || connectNames.MatchString(name)
}

// singles are calls of one goroutine, where the object has goroutines of its own. Any user
// makes such calls, so that no promise is needed. After a method that begins with the object
// it is only read, changed with a lock, or ended: other changes may have been meant to come
// before. No method that starts goroutines is called twice. On an object in a state, these are the
// calls that need it.
func (w *seedWriter) singles() {
	if w.typ.named == nil {
		return
	}
	if own := w.pr.ownGoroutines(w.typ, w.from); own != nil {
		for _, o := range w.ops {
			if !w.isForThisState(o) {
				continue
			}
			if rank := w.pr.alone(o, own); rank > 0 && (!w.from.isStarted() || o.onlyUses()) && !begins(o.name) {
				w.single(own.met(), rank, o)
			}
		}
	}
	for _, own := range w.begunElsewhere() {
		for _, o := range w.ops {
			if !w.isForThisState(o) {
				continue
			}
			if rank := w.pr.alone(o, own); rank > 0 && o.onlyUses() && !begins(o.name) {
				w.single(own.met(), rank, o)
			}
		}
	}
	for _, starter := range w.ops {
		if !starter.isMethod() || !starter.sum.starts {
			continue
		}
		own := w.pr.startedBy(starter.fn)
		if own == nil {
			continue
		}
		begun := w.from.calls(starter.name) || begins(starter.name) && w.from.isStarted()
		if rank := w.pr.alone(starter, own); rank > 0 && !begun && w.isForThisState(starter) {
			w.single(own.met(), rank, starter)
			for _, o := range w.ops {
				if isEndOf(o) && singleWords.MatchString(w.pr.docOf(starter.fn)) {
					w.single(own.met(), rank+againBonus, starter, o, starter)
				}
			}
		}
		for _, o := range w.ops {
			rank := w.pr.alone(o, own)
			if rank == 0 || o == starter || !w.isForThisState(o) || begins(o.name) || setWords.MatchString(o.name) && w.pr.sets(w.typ, o) || begins(starter.name) && !o.onlyUses() {
				continue
			}
			if begun {
				w.single(own.met(), rank, o)
			} else {
				w.single(own.met(), rank, starter, o)
			}
		}
	}
}

// isForThisState reports whether a call of one goroutine is made of this object: it is in no state, or in
// one that the call needs.
func (w *seedWriter) isForThisState(o *operation) bool {
	return w.from.better == nil || w.from.better[byItself(o)]
}

// byItself is the pair of a call of one goroutine, which goroutines of the object meet.
func byItself(o *operation) [2]string { return [2]string{o.name} }

// singleNeeds are the premises of calls of one goroutine: of what they do, and of what goroutines of
// the object do meanwhile.
func (pr *prober) singleNeeds(typ *probed, ops []*operation) map[*operation]map[premise]bool {
	found := make(map[*operation]map[premise]bool)
	var all []*background
	if own := pr.ownGoroutines(typ, nil); own != nil {
		all = append(all, own)
	}
	for _, o := range ops {
		if o.isMethod() && o.sum.starts {
			if own := pr.startedBy(o.fn); own != nil {
				all = append(all, own)
			}
		}
	}
	for _, own := range all {
		deep := newSummary()
		for _, started := range own.starts {
			pr.deep.join(deep, pr.deep.of(started, nil, 0), nil)
		}
		for _, o := range ops {
			if pr.alone(o, own) == 0 {
				continue
			}
			if needs := premises(pr.deepOf(o.fn), deep); len(needs) > 0 {
				if found[o] == nil {
					found[o] = make(map[premise]bool)
				}
				maps.Copy(found[o], needs)
			}
		}
	}
	return found
}

// begunElsewhere are the backgrounds of objects of other types of the package that the
// statements of a seed begin with: a timer meets the goroutine of its wheel.
func (w *seedWriter) begunElsewhere() []*background {
	var found []*background
	scope := w.pr.p.Types.Scope()
	for _, name := range scope.Names() {
		other, ok := scope.Lookup(name).Type().(*types.Named)
		if !ok || other.Obj() == w.typ.named.Obj() {
			continue
		}
		for fn := range other.Methods() {
			mine := slices.ContainsFunc(w.ops, func(o *operation) bool { return o.name == fn.Name() })
			if mine || !fn.Exported() || !begins(fn.Name()) || !w.from.calls(fn.Name()) {
				continue
			}
			if own := w.pr.startedBy(fn); own != nil {
				found = append(found, own)
			}
		}
	}
	return found
}

// isEndOf reports whether an operation waits for the end of what the object does: after that, it may
// begin again.
func isEndOf(o *operation) bool {
	return o.fn != nil && o.owner == "" && o.name == "Receive"+o.fn.Name() && endNames.MatchString(o.fn.Name())
}

// endNames are those of methods whose channel is closed at the end.
var endNames = regexp.MustCompile(`^(Done|Finished|Stopped|Closed|Ended)$`)

// single notes calls of one goroutine, and why they may go wrong.
func (w *seedWriter) single(why *evidence, rank int, all ...*operation) {
	var calls []boundCall
	for _, o := range all {
		calls = append(calls, boundCall{o, o.ways[0]})
	}
	w.found = append(w.found, candidate{rank: 10*rank + singleBonus - len(all), shape: [][]boundCall{calls}, alone: why})
}

// againBonus is what it is worth more to begin again: tests rarely do.
const againBonus = 4

// singleBonus is what a scenario of one goroutine is worth more: what goes wrong there
// needs no promise.
const singleBonus = 6

// onlyUses reports whether an operation ends the object, or changes no field of it other than with
// a lock, which says that goroutines may be running then.
func (o *operation) onlyUses() bool {
	if o.fn != nil && closeWords.MatchString(o.fn.Name()) {
		return true
	}
	for a := range o.sum.accesses {
		if a.write && !a.isGuarded() {
			return false
		}
	}
	return true
}

// sender is the background of a method whose goroutines send to who reads what it returns: a
// channel, or an iterator, which starts them when it is called. It is nil for other methods, and
// where documentation asks to read all of it.
func (pr *prober) sender(fn *types.Func) *background {
	return pr.remembered(pr.senders, fn, func(source *ssa.Function) *background {
		if source == nil || drainWords.MatchString(pr.docOf(fn)) {
			return nil
		}
		own := pr.backgroundOf(fn, append([]*ssa.Function{source}, source.AnonFuncs...)...)
		if own == nil || len(own.sum.sends) == 0 {
			return nil
		}
		return own
	})
}

// drainWords say of what a method returns that its user has to read all of it.
var drainWords = regexp.MustCompile(`(?i)\b(must|should|has to|have to|needs? to)\s+(always\s+)?(be\s+)?(drain(ed)?|exhaust(ed)?|consum(e|ed)|read (all|until|to the end|fully)|receive (all|until))\b|\bdrain(ed)?\b.*\b(leak|to avoid|otherwise)`)

// leaves are calls of one goroutine that reads no further: a loop over an iterator may end early,
// and where the context of a call is canceled, or the object is ended, no one has to read the
// channel that it returned any more.
func (w *seedWriter) leaves() {
	for _, o := range w.ops {
		if o.fn == nil || o.owner != "" || o.name != leaving+o.fn.Name() && !(o.isMethod() && o.returnsChannel()) {
			continue
		}
		own := w.pr.sender(o.fn)
		if own == nil {
			continue
		}
		why := &evidence{Kind: "abandoned", Text: own.by, Place: own.place}
		all := []*operation{o}
		switch {
		case !o.isMethod():
			why.Kind = "left early"
		case contextOf(o) >= 0:
			with, cancel := canceling(w.home, o)
			all = []*operation{with, cancel}
		case w.end != nil && w.end != o:
			all = append(all, w.end)
			why.Text += " | " + w.end.name
		default:
			continue
		}
		w.single(why, unguarded, all...)
	}
}

// returnsChannel reports whether one can receive from a result.
func (o *operation) returnsChannel() bool {
	return slices.ContainsFunc(o.results, func(result types.Type) bool { _, ok := received(result); return ok })
}

// calls reports whether the statements of a seed call a function or a method of this name.
func (s *seed) calls(name string) bool {
	return regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `(\[[^\]]*\])?\(`).MatchString(s.text())
}

// isStarted reports whether the statements of a seed begin with the object, or have a
// function that may.
func (s *seed) isStarted() bool {
	return s.helped || slices.ContainsFunc(s.calledMethods(), begins)
}

var methodCalls = regexp.MustCompile(`\.([A-Z]\w*)\(`)

// calledMethods are the names of the methods, and of functions of other packages, that the
// statements of a seed call.
func (s *seed) calledMethods() []string {
	var found []string
	for _, m := range methodCalls.FindAllStringSubmatch(s.text(), -1) {
		found = append(found, m[1])
	}
	return found
}
