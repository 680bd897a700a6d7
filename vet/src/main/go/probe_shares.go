package main

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
