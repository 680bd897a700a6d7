package main

import "slices"

// A share is how many of a hundred scenarios are of one kind: at least so many, as far as there are
// such, and at most so many, rounded up, as long as there are others. Ranks of different kinds do not compare:
// what one kind shows, no other does, and an object has many more pairs than ends.
type share struct {
	kind        string
	least, most int
}

// The kinds of scenarios. Those of a doubtful end fail no run: something else may have to release
// what is left.
const (
	ofSeveral     = "several callers"
	ofOne         = "one caller"
	ofEnd         = "end"
	ofDoubtfulEnd = "doubtful end"
)

var sharesOfKinds = []share{{ofSeveral, 50, 100}, {ofOne, 20, 100}, {ofEnd, 10, 20}, {ofDoubtfulEnd, 0, 10}}

// scenarioKind is the kind of a scenario.
func (one *piece) scenarioKind() string {
	if len(one.shape) > 1 {
		return ofSeveral
	}
	for _, why := range one.Evidence {
		if why.Kind == "ended" && why.Why != "" {
			return ofDoubtfulEnd
		} else if why.Kind == "ended" {
			return ofEnd
		}
	}
	return ofOne
}

// A mix is how many scenarios of each kind were taken. Each beginning of their order has all kinds:
// the time may end at any of them.
type mix struct {
	taken map[string]int
	all   int
}

func newMix() *mix { return &mix{taken: make(map[string]int)} }

func (m *mix) take(kind string) {
	m.taken[kind]++
	m.all++
}

// next is the kind of the scenario that comes next, by the rank of the best one of each kind that
// is left. A kind of which only repetitions are left, which are worth nothing, has no share.
func (m *mix) next(best map[string]int) string {
	found := ""
	for _, fits := range []func(s share, rank int) bool{
		func(s share, rank int) bool { return rank > 0 && 100*(m.taken[s.kind]+1) <= s.least*(m.all+1) },
		func(s share, rank int) bool { return rank > 0 && 100*m.taken[s.kind] < s.most*(m.all+1) },
		func(share, int) bool { return true },
	} {
		for _, s := range sharesOfKinds {
			rank, ok := best[s.kind]
			if ok && fits(s, rank) && (found == "" || rank > best[found]) {
				found = s.kind
			}
		}
		if found != "" {
			break
		}
	}
	return found
}

// A scenario loses so much for each earlier one with a method of the same kind,
// with methods of the same kinds altogether, and if these are the same calls of an
// object from the same test as well: on one that was made in another way, they
// rarely do something else.
const (
	repetition     = 4
	fullRepetition = 10
	sameTest       = 15
)

// choose takes the scenarios that are worth most, of all kinds of methods and with a share for
// each kind of scenario, in the place of those that were dropped.
func (pr *prober) choose(typ *probed) {
	used, mixed := make(map[string]int), newMix()
	var kept []*piece
	take := func(one *piece) {
		mixed.take(one.scenarioKind())
		if len(kept) > 0 { // all that goes by rank keeps the order
			one.Rank = min(one.Rank, kept[len(kept)-1].Rank)
		}
		kept = append(kept, one)
		for _, kind := range one.kinds {
			used[kind]++
		}
		used[one.allKinds]++
		used[one.allCalls]++
	}
	for _, one := range typ.pieces {
		if pr.dropped[one.Test] {
			typ.dropped++
			continue
		}
		take(one)
	}
	worth := func(one *piece) int {
		worth := one.Rank
		for _, kind := range one.kinds {
			worth -= repetition * used[kind]
		}
		return worth - fullRepetition*used[one.allKinds] - sameTest*used[one.allCalls]
	}
	for len(kept) < pr.want.perType && len(typ.others) > 0 {
		best, most := make(map[string]int), make(map[string]int)
		for i, one := range typ.others {
			kind, is := one.scenarioKind(), worth(one)
			if known, ok := most[kind]; !ok || is > known {
				best[kind], most[kind] = i, is
			}
		}
		kind := mixed.next(most)
		at := best[kind]
		one := typ.others[at]
		one.Rank = most[kind]
		pr.name(one)
		take(one)
		typ.others = slices.Delete(typ.others, at, at+1)
	}
	typ.pieces, typ.left = kept, len(typ.others)+typ.unwritten
	typ.untimed, typ.unbuilt = 0, 0
}

// written is how many scenarios there are.
func (pr *prober) written() int {
	n := 0
	for _, typ := range pr.types {
		n += len(typ.pieces)
	}
	return n
}

// mostLines of generated tests are compiled for one package: of a package with
// generic types, a thousand take some five seconds. With more than the usual
// scenarios of each type, it is more.
const (
	mostLines      = 6000
	usualScenarios = 60
)

// Where a type has more scenarios since there are few types, it has at most so many times
// the usual number, and its package so many times the usual lines.
const (
	mostGrowth = 4
	mostGrown  = 2
)

// grow gives the types that have reached the limit an equal share of the scenarios that
// all types together leave.
func grow(all []*prober, want probeOptions) error {
	written, full := 0, make(map[*prober]bool)
	types := 0
	for _, pr := range all {
		written += pr.written()
		for _, typ := range pr.types {
			if len(typ.pieces) >= want.perType && len(typ.others) > 0 {
				full[pr] = true
				types++
			}
		}
	}
	if types == 0 || written >= want.most {
		return nil
	}
	limit := min(want.perType+(want.most-written)/types, mostGrowth*want.perType)
	for _, pr := range all {
		if !full[pr] {
			continue
		}
		pr.want.perType = limit
		for _, typ := range pr.types {
			pr.choose(typ)
		}
		if err := pr.settle(); err != nil {
			return err
		}
		for _, typ := range pr.types {
			if limit < mostGrowth*want.perType {
				typ.untimed, typ.left = typ.left, 0
			}
		}
	}
	return nil
}

// bound goes through the scenarios of packages, the highest rank first and with a share for each
// kind, and leaves out those that there is no room for. The rank of a scenario is lower the more of
// its type come before it, so that each type has some. It returns the type of each.
func bound(of []*prober, isTooMuch func(n int, one *piece) bool) []*probed {
	type choice struct {
		typ *probed
		one *piece
	}
	all := make(map[string][]choice) // by kind
	for _, pr := range of {
		for _, typ := range pr.types {
			for _, one := range typ.pieces {
				if !pr.dropped[one.Test] {
					all[one.scenarioKind()] = append(all[one.scenarioKind()], choice{typ, one})
				}
			}
		}
	}
	for _, ones := range all {
		slices.SortStableFunc(ones, func(a, b choice) int { return b.one.Rank - a.one.Rank })
	}
	var without []*probed
	for mixed := newMix(); len(all) > 0; {
		best := make(map[string]int)
		for kind, ones := range all {
			best[kind] = ones[0].one.Rank
		}
		kind := mixed.next(best)
		c := all[kind][0]
		if all[kind] = all[kind][1:]; len(all[kind]) == 0 {
			delete(all, kind)
		}
		mixed.take(kind)
		if isTooMuch(mixed.all, c.one) {
			c.typ.pieces = slices.DeleteFunc(c.typ.pieces, func(p *piece) bool { return p == c.one })
			c.typ.others = append(c.typ.others, c.one)
			without = append(without, c.typ)
		}
	}
	return without
}
