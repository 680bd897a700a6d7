package main

import (
	"fmt"
	"go/types"
	"regexp"
	"slices"
	"strings"
)

// scenarios writes those of a type.
func (pr *prober) scenarios(typ *probed) {
	typ.uncalled = make(map[string]string)
	if typ.omitted == "" && !pr.mayBeShared(typ) {
		typ.omitted = "nothing says that goroutines may share such an object"
	}
	if pr.want.types == nil && pr.isGenerated(typ) {
		typ.omitted = "its code is generated; -type probes it"
		return
	}
	if typ.omitted != "" && !pr.hasOwn(typ) && len(pr.servings(typ)) == 0 && !pr.meets(typ) {
		return
	}
	if typ.named == nil {
		pr.near, pr.setup = "", ""
		pr.functions(typ)
	} else {
		h, seeds := pr.seedsOf(typ)
		first := min(len(seeds), 1)
		seeds = slices.Concat(pr.started(typ, h, seeds), seeds[:first], pr.filled(typ, h, seeds), seeds[first:])
		for _, one := range seeds {
			typ.fullest = max(typ.fullest, one.fills)
		}
		if len(seeds) > 0 {
			pr.near, pr.setup = seeds[0].test, seeds[0].text()
			ops := pr.operationsOf(typ, h, seeds[0])
			seeds = append(seeds, pr.states(typ.name, h.stateful(typ.name), seeds, ops, pr.singleNeeds(typ, ops))...)
		}
		for at, one := range seeds {
			pr.near, pr.setup = one.test, one.text()
			pr.pairs(typ, h, one, at, pr.operationsOf(typ, h, one))
		}
	}
	for _, one := range typ.pieces {
		if one.serves {
			delete(typ.uncalled, one.shape[0][0].operation.name)
			delete(typ.uncalled, one.shape[1][0].operation.name)
		}
	}
	typ.others, typ.pieces = typ.pieces, nil
	typ.alone = typ.omitted != "" && len(typ.others) > 0
	pr.choose(typ)
}

// mayBeShared reports whether something says that goroutines may share objects of a type.
// What implements an interface may be made for one goroutine, unless a lock guards it.
func (pr *prober) mayBeShared(typ *probed) bool {
	if len(typ.evidence)+len(typ.methods) > 0 {
		return true
	}
	if typ.named == nil {
		return true // at least a test may run twice
	}
	if !types.IsInterface(typ.named) {
		return false
	}
	c := &caller{in: pr.in, p: pr.p}
	all := c.implementations(typ.named, typ.named.Underlying().(*types.Interface))
	return len(all) == 0 || slices.ContainsFunc(all, func(one types.Type) bool {
		named, ok := deref(one).(*types.Named)
		if !ok {
			return false
		}
		field, _ := pr.guard(named)
		return field != ""
	})
}

// hasOwn reports whether objects of a type have goroutines of their own, so that one
// goroutine that uses such an object is not alone.
func (pr *prober) hasOwn(typ *probed) bool {
	return typ.named != nil && (pr.ownGoroutines(typ, nil) != nil || slices.ContainsFunc(pr.functionsOf(typ), func(fn *types.Func) bool {
		return pr.summaryOf(fn).starts || pr.sender(fn) != nil
	}))
}

// name is that of a scenario's test.
func (pr *prober) name(one *piece) {
	var names strings.Builder
	for _, calls := range one.shape {
		for _, call := range calls {
			names.WriteString(call.operation.name)
		}
	}
	base := "TestProbe" + one.Type + names.String()
	pr.names[base]++
	one.Test = base
	if n := pr.names[base]; n > 1 {
		one.Test = fmt.Sprintf("%s%d", base, n)
	}
	one.Sequential = strings.Replace(one.Test, "TestProbe", "TestOrders", 1)
}

// A seedWriter writes the scenarios of one seed.
type seedWriter struct {
	pr     *prober
	typ    *probed
	home   *home
	from   *seed
	setup  string // the function that makes the object; "" if there is none
	maker  string // its name
	number int    // of the seed
	ops    []*operation
	end    *operation // the method that ends the object; nil if it has none
	state  []string   // expressions of what shows the state of the object
	found  []candidate
	served map[[2]string]bool // names of a main loop and of what ends it
}

// A candidate is calls that may become a scenario.
type candidate struct {
	rank   int
	shape  [][]boundCall
	alone  *evidence // why calls of one goroutine may go wrong; nil for those of several
	serves *evidence // that one call ends the other; nil for other calls
	apart  *evidence // where calls of two objects meet; nil for those of one
}

// mostWritten of one seed are made for each that is kept: a type with two hundred
// methods has twenty thousand pairs.
const mostWritten = 10

// A scenario of calls that another object has as well is worth so much less in a state that they
// need: the plainest object comes first.
const statePenalty = 10

// A scenario of calls none of which adds something is worth so much less with an object in which
// there is nothing, and with one that has a single element if none of them takes that away: two that
// take the last one are worth a try. Both hold only if there is an object with more. Elements that a
// call returns have to be there, and room for others, so that these are not put elsewhere.
const (
	emptyPenalty  = 12
	singlePenalty = 6
)

// emptiness is what calls are worth less because of what the object of a seed lacks.
func (t *probed) emptiness(from *seed, shape [][]boundCall) int {
	fills, takes, returns := false, false, false
	for _, call := range slices.Concat(shape...) {
		if call.with.overwrites(call.operation.name) {
			continue // the element is there already, most often
		}
		returns = returns || call.operation.sum.returns
		fills = fills || fillWords.MatchString(call.operation.name)
		takes = takes || takeWords.MatchString(call.operation.name)
	}
	switch {
	case returns && from.fills < t.fullest:
		return emptyPenalty
	case fills:
		return 0
	case t.fullest > 0 && !from.prepared:
		return emptyPenalty
	case t.fullest > 0 && from.fills == 0: // others were called: it may be empty
		return singlePenalty
	case t.fullest > 1 && from.fills == 1 && !takes:
		return singlePenalty
	}
	return 0
}

// write makes scenarios of the candidates that are worth most.
func (w *seedWriter) write() {
	slices.SortStableFunc(w.found, func(a, b candidate) int { return b.rank - a.rank })
	most := len(w.typ.pieces) + mostWritten*max(w.pr.want.perType, 1)
	for i, one := range w.found {
		if w.from.better != nil {
			one.rank -= statePenalty
		}
		one.rank -= w.typ.emptiness(w.from, one.shape)
		if len(w.typ.pieces) >= most {
			w.typ.unwritten += len(w.found) - i
			return
		}
		if made := w.piece(one); made != nil {
			w.typ.pieces = append(w.typ.pieces, made)
		}
	}
}

// pairs writes the scenarios of one seed: any two operations that share
// something, each against itself, and those that end an object against all
// others.
func (pr *prober) pairs(typ *probed, h *home, from *seed, number int, ops []*operation) {
	w := &seedWriter{pr: pr, typ: typ, home: h, from: from, number: number, ops: ops, end: ender(ops), state: stateOf(ops)}
	if typ.named != nil {
		w.maker = fmt.Sprintf("probe%s%d", typ.name, number+1)
	} else if len(from.statements) > 0 {
		w.maker = fmt.Sprintf("probeOf%s%d", typ.name, number) // no name of a type
	}
	if w.maker != "" {
		w.setup = from.source(h, w.maker)
		if from.sibling != nil {
			w.setup += from.sourceWith(h, w.maker+"Both", from.sibling)
		}
	}
	typ.made = typ.made || len(ops) > 0
	if from.better != nil {
		w.singles()
		if typ.omitted == "" {
			w.several()
		}
		w.write()
		return
	}
	w.singles()
	w.leaves()
	w.ended()
	w.serves()
	w.apart()
	if typ.omitted == "" {
		w.several()
		w.peers()
		w.children()
	}
	w.write()
}

// several are calls of several goroutines.
func (w *seedWriter) several() {
	for i, a := range w.ops {
		for _, b := range w.ops[i:] {
			if a.beside && b.beside {
				continue // its own type has these
			}
			rank := conflict(a.sum, b.sum)
			if w.from.better != nil {
				if !w.from.better[[2]string{a.name, b.name}] {
					continue
				}
				rank = conflict(w.pr.deepOf(a.fn), w.pr.deepOf(b.fn))
			}
			if a.ends || b.ends {
				rank += 3
			}
			if rank == 0 {
				continue
			}
			first, second := boundCall{a, a.ways[0]}, boundCall{b, b.ways[0]}
			if !w.served[[2]string{a.name, b.name}] && !w.served[[2]string{b.name, a.name}] {
				w.scenario(10*rank, []boundCall{first}, []boundCall{second})
			}
			if rank > 1 && a != b && w.from.better == nil {
				w.scenario(10*rank-3, []boundCall{first, second}, []boundCall{first, second})
			}
			if n := len(a.ways); a == b && n > 1 && rank > 2 { // each may undo what the other one did
				w.scenario(10*rank-5, []boundCall{first}, []boundCall{{a, a.ways[n-1]}})
			}
			if forth, back, ok := a.swapped(); ok && a == b && rank > 4 {
				w.scenario(10*rank+4, []boundCall{forth}, []boundCall{back})
			}
			if len(a.ways)+len(b.ways) > 2 && rank > 4 {
				w.scenario(10*rank-6, []boundCall{{a, a.ways[len(a.ways)-1]}}, []boundCall{{b, b.ways[len(b.ways)-1]}})
			}
			if len(a.without)+len(b.without) > 0 && w.from.better == nil && rank > 4 {
				w.scenario(10*rank-nilPenalty, []boundCall{a.plainest()}, []boundCall{b.plainest()})
			}
		}
	}
	if w.from.better == nil {
		w.cancellations()
		w.triples()
	}
}

// A scenario with nil arguments is worth so much less: others come first.
const nilPenalty = 38

// plainest is the call with nil, if it may have that.
func (o *operation) plainest() boundCall {
	return boundCall{o, slices.Concat(o.without, o.ways)[0]}
}

// cancellations end the context of a call while it runs, alone and with the call
// that it shares most with.
func (w *seedWriter) cancellations() {
	for _, m := range w.ops {
		if contextOf(m) < 0 || len(m.sum.sends)+len(m.sum.receives)+len(m.sum.accesses) == 0 {
			continue
		}
		with, cancel := canceling(w.home, m)
		a, b := boundCall{with, with.ways[0]}, boundCall{cancel, cancel.ways[0]}
		w.scenario(50, []boundCall{a}, []boundCall{b})
		for _, other := range w.ops {
			if back := handingBack(w.home, m, other); back != nil { // it may be handed over while the context ends
				w.scenario(64, []boundCall{a}, []boundCall{b}, []boundCall{{back, back.ways[0]}})
			}
		}
		var best *operation
		for _, other := range w.ops {
			if !other.ends && (best == nil || conflict(m.sum, other.sum) > conflict(m.sum, best.sum)) {
				best = other
			}
		}
		if best != nil && conflict(m.sum, best.sum) > 0 {
			w.scenario(48+conflict(m.sum, best.sum), []boundCall{a}, []boundCall{b}, []boundCall{{best, best.ways[0]}})
			if n := len(with.ways); n > 1 {
				w.scenario(47+conflict(m.sum, best.sum), []boundCall{{with, with.ways[n-1]}}, []boundCall{b}, []boundCall{{best, best.ways[0]}})
			}
		}
	}
}

// mostTriples of one seed are written.
const mostTriples = 6

// triples are calls of three goroutines where two cannot go wrong: three locks
// in a circle, a sender and a receiver while the object is ended, and two that wait for
// the condition that a third one makes true once.
func (w *seedWriter) triples() {
	written := 0
	write := func(rank int, all ...*operation) {
		if written < mostTriples {
			written++
			var calls [][]boundCall
			for _, one := range all {
				calls = append(calls, []boundCall{{one, one.ways[0]}})
			}
			w.scenario(rank, calls...)
		}
	}
	ordered := slices.DeleteFunc(slices.Clone(w.ops), func(o *operation) bool { return len(o.sum.orders) == 0 })
	for i, a := range ordered {
		for _, b := range ordered[i+1:] {
			for _, c := range ordered[i+1:] {
				if b != c && a.sum.circle(b.sum, c.sum) {
					write(70, a, b, c)
				}
			}
		}
	}
	for _, one := range w.woken() {
		write(60, one[0], one[0], one[1])
		if waits, wakes := one[0], one[1]; !wakes.ends { // once for each of them: one may be lost
			a, b := boundCall{waits, waits.ways[0]}, boundCall{wakes, wakes.ways[0]}
			w.scenario(62, []boundCall{a}, []boundCall{a}, []boundCall{b, b})
		}
	}
	for i, a := range w.ops {
		for _, b := range w.ops[i+1:] {
			if !a.ends && !b.ends && (anyChannel(a.sum.sends, b.sum.receives) || anyChannel(b.sum.sends, a.sum.receives)) {
				for _, end := range w.ops {
					if end.ends && (anyChannel(end.sum.closes, a.sum.sends) || anyChannel(end.sum.closes, b.sum.sends) || len(end.sum.closes) > 0) {
						write(45, a, b, end)
					}
				}
			}
		}
	}
}

// woken are what waits for a condition, with what makes it true: all that wait have one of those
// before one has its second, and what ends the object comes last.
func (w *seedWriter) woken() [][2]*operation {
	var turns [][][2]*operation
	for _, a := range w.ops {
		turn := 0
		for _, ends := range []bool{false, true} {
			for _, b := range w.ops {
				if a == b || b.ends != ends || !shares(a.sum.awaits, b.sum.signals) {
					continue
				}
				if turn == len(turns) {
					turns = append(turns, nil)
				}
				turns[turn] = append(turns[turn], [2]*operation{a, b})
				turn++
			}
		}
	}
	return slices.Concat(turns...)
}

// scenario notes calls that may become one.
func (w *seedWriter) scenario(rank int, shape ...[]boundCall) {
	w.found = append(w.found, candidate{rank: rank, shape: shape})
}

// piece is the scenario of some calls, or nil if nothing says that they may be made
// at the same time.
func (w *seedWriter) piece(from candidate) *piece {
	shape := from.shape
	if w.pr.overlaps(shape) {
		return nil
	}
	one := &piece{by: w, shape: shape, serves: from.serves != nil}
	one.Type, one.Seed, one.Setup, one.Rank = w.typ.name, w.from.test, append([]string{}, w.from.statements...), from.rank-w.number
	one.Empty, one.Hollow = w.from.empty, w.from.hollow
	if one.Evidence = w.evidenceOf(from); len(one.Evidence) == 0 && (w.typ.named == nil || !types.IsInterface(w.typ.named)) {
		return nil
	}
	if one.Evidence == nil {
		one.Evidence = []evidence{} // of an interface
	} else if len(one.Evidence) == 1 && one.Evidence[0].Kind == sharingNothing {
		one.Rank -= apartPenalty
	}
	one.Nil = w.from.test == "" && slices.ContainsFunc(w.from.statements, emptyValue.MatchString)
	ended := false // what has ended has no state
	for _, calls := range shape {
		var shown []string
		for _, call := range calls {
			shown = append(shown, call.with.shown())
			one.kinds = append(one.kinds, w.kind(call.operation))
			one.Places = append(one.Places, call.operation.place)
			ended = ended || call.operation == w.end
			one.Nil = one.Nil || call.with.none || emptyValue.MatchString(call.with.text)
			for _, statement := range call.with.prelude {
				if !slices.Contains(one.prelude, statement) {
					one.prelude = append(one.prelude, statement)
				}
			}
		}
		one.Calls = append(one.Calls, shown)
	}
	references, ok := w.pr.references(w.typ, shape)
	if !ok {
		return nil
	}
	one.prelude = append(one.prelude, references...)
	for _, statement := range one.prelude {
		if statement == w.peerMade() {
			one.Setup = append(one.Setup, peer+" is another one, made in the same way")
		} else if !strings.HasPrefix(statement, "_ = ") && !strings.HasSuffix(statement, skipping) {
			one.Setup = append(one.Setup, w.shown(statement))
		}
	}
	slices.Sort(one.kinds)
	one.kinds = slices.Compact(one.kinds)
	if w.from.better != nil { // what they do there, they do not do elsewhere
		for i, kind := range one.kinds {
			one.kinds[i] = fmt.Sprint("state ", w.number, " ", kind)
		}
	}
	if len(shape) > 2 {
		one.kinds = []string{strings.Join(one.kinds, " ")} // pairs of them say nothing of all three
	}
	if from.alone != nil && from.alone.Kind == "ended" {
		one.kinds, ended = []string{"left after " + strings.Join(one.kinds, " ")}, true
	}
	one.allKinds = "all " + strings.Join(one.kinds, "|")
	one.allCalls = fmt.Sprint(one.allKinds, one.Seed, one.Calls)
	if !ended {
		one.state = w.state
		if w.end != nil {
			one.end = w.end.ways[0].text + "\n"
		}
	}
	one.compared = w.typ.named != nil && from.alone == nil && from.serves == nil && from.apart == nil && comparable(shape)
	return one
}

// evidenceOf is what says that the calls of a candidate may be made at the same time.
func (w *seedWriter) evidenceOf(from candidate) []evidence {
	switch {
	case from.alone != nil:
		return []evidence{*from.alone}
	case from.apart != nil:
		return []evidence{*from.apart}
	}
	all := w.pr.evidenceOf(w.typ, from.shape)
	if from.serves != nil {
		return append([]evidence{*from.serves}, all...)
	}
	if w.typ.named == nil {
		all = append(all, w.apartOf(from.shape)...)
	}
	return all
}

// emptyValue is an argument, or a result of a callback, whose fields are all zero: code may
// rely on values in it.
var emptyValue = regexp.MustCompile(`(\breturn|[(,])\s*(new\(([a-z]\w*\.)?[A-Z]|&?([a-z]\w*\.)?[A-Z]\w*\{\}[,)])`)

// kind is equal for operations that do the same. All that only set an option are of one:
// two of them rarely show more than two others.
func (w *seedWriter) kind(o *operation) string {
	if o.fn != nil && o.owner == "" && w.typ.named != nil && setWords.MatchString(o.name) && w.pr.sets(w.typ, o) {
		return "sets"
	}
	return o.sum.kind()
}

// retainWords are names of methods that count one more user of an object, releaseWords of
// those that count one less: after the last one, the object is no longer for use.
var (
	retainWords  = regexp.MustCompile(`^(Retain|Hold|((Add|Inc|Incr|Increment|Take)_?)?Ref(erence)?(Count)?)$`)
	releaseWords = regexp.MustCompile(`^(Release|Free|Unref|((Dec|Decr|Decrement|Drop|Put|Remove|Release)_?)Ref(erence)?(Count)?)$`)
)

// references are the calls that give each goroutine a reference of its own to an object
// whose references they release; false if one of them would use the object afterwards.
func (pr *prober) references(typ *probed, shape [][]boundCall) ([]string, bool) {
	var added []string
	for _, calls := range shape {
		for i, call := range calls {
			retain, receiver := pr.counts(typ, call)
			if retain == "" {
				continue
			}
			if i < len(calls)-1 {
				return nil, false
			}
			if more := receiver + "." + retain + "()"; !slices.Contains(added, more) {
				added = append(added, slices.Repeat([]string{more}, len(shape)-1)...)
			}
		}
	}
	return added, true
}

// counts is the method that counts one more user of the object whose reference a call
// releases, and the expression of the object; "" if it releases none.
func (pr *prober) counts(typ *probed, call boundCall) (string, string) {
	fn := call.operation.fn
	if fn == nil || !releaseWords.MatchString(fn.Name()) {
		return "", ""
	}
	if call.operation.owner != "" {
		typ = pr.known(call.operation.owner)
	}
	receiver, _, ok := strings.Cut(call.with.text, "."+fn.Name()+"(")
	if typ == nil || !ok {
		return "", ""
	}
	for _, other := range pr.functionsOf(typ) {
		if retainWords.MatchString(other.Name()) && other.Signature().Params().Len() == 0 {
			return other.Name(), receiver
		}
	}
	return "", ""
}

// comparable reports whether the results of calls can be held against those that
// they have one after the other. A call that is under way while another one ends
// or resets the object may fail where it would not before or after, and so may
// one that does not wait for a lock, or that is given the time of its call. One that
// uses two objects may use the one after the other, and what a callback sees may be
// halfway. But what is given back is not lost.
func comparable(shape [][]boundCall) bool {
	ends, fails, handed := false, false, false
	for _, calls := range shape {
		for _, call := range calls {
			one := call.operation
			if call.with.peers || one.inside || one.sum.tries || totalWords.MatchString(one.name) || strings.Contains(call.with.text, "time.Now()") {
				return false
			}
			handed = handed || one.handed
			stops := one.ends || resetWords.MatchString(one.name)
			ends = ends || stops
			if n := len(one.results); n > 0 && !stops {
				fails = fails || one.results[n-1].String() == "error"
			}
		}
	}
	return !ends || !fails || handed // what is given back is somewhere when the calls have returned
}

// mostStates are compared after the calls.
const mostStates = 4

// ender is the method that ends an object, if it has one that is called
// without arguments or with a context.
func ender(ops []*operation) *operation {
	for _, m := range ops {
		if endWords.MatchString(m.name) && len(m.ways[0].before)+len(m.ways[0].prelude) == 0 {
			return m
		}
	}
	return nil
}

// stateOf are expressions of what shows the state of an object.
func stateOf(ops []*operation) []string {
	var states []string
	for _, m := range ops {
		w := m.ways[0]
		if len(states) < mostStates && m.fn != nil && m.name == m.fn.Name() && len(w.args)+len(w.prelude) == 0 && len(m.results) == 1 && (stateWords.MatchString(m.name) || m.sum.onlyReads()) {
			if shown := shownResult(m.results[0], w.text); shown != "" {
				states = append(states, shown)
			}
		}
	}
	return states
}

// functions writes scenarios of the package's functions that share its variables.
func (pr *prober) functions(typ *probed) {
	h := pr.home()
	if h == nil {
		return
	}
	plain := &seed{}
	for _, of := range pr.homes {
		if !of.importer {
			w := &seedWriter{pr: pr, typ: typ, home: of, from: plain}
			w.again()
			w.write()
		}
	}
	if len(typ.evidence)+len(typ.methods) == 0 && !pr.meets(typ) {
		return
	}
	ops := pr.functionOperations(typ, h)
	pr.pairs(typ, h, plain, 0, ops)
	changed := h
	for _, other := range pr.homes {
		if !other.importer && len(other.seeds[ofFunctions]) > len(changed.seeds[ofFunctions]) {
			changed = other
		}
	}
	for at, one := range pr.states(typ.name, changed.stateful(ofFunctions), []*seed{plain}, ops, nil) {
		pr.near, pr.setup = one.test, one.text()
		pr.pairs(typ, changed, one, at+1, pr.functionOperations(typ, changed))
	}
}

func (pr *prober) functionOperations(typ *probed, h *home) []*operation {
	var ops []*operation
	for _, fn := range pr.functionsOf(typ) {
		if !pr.mayCall(fn) {
			continue
		}
		one, why := pr.operation(typ.name, h, nil, fn, fn.Signature(), "")
		if one == nil {
			typ.uncalled[fn.Name()] = why
			continue
		}
		ops = append(ops, one)
	}
	return ops
}

// mayCall reports whether a function of the package was asked for, and can be called next to others.
func (pr *prober) mayCall(fn *types.Func) bool {
	return fn.Signature().TypeParams().Len() == 0 && (pr.want.funcs == nil || pr.want.funcs.MatchString(fn.Name())) && !forbids(pr.docOf(fn))
}
