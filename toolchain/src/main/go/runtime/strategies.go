// The strategies of controlled runs. Each is a file of its own and one line of the table
// here, whose marker adds that file to the runtime.

package runtime

// harrierStrategy chooses which goroutine runs next. Fairness is below it (pick.go): it is asked where
// two can run or more, nothing is planned and none has waited for too long.
type harrierStrategy interface {
	// begin draws what holds for the whole run.
	begin()

	// arrive is called when gp has reached a scheduling point, which is part of the frame
	// that fp points to, or, if fp is 0, when gp has been made. Here goroutines get
	// priorities.
	arrive(gp *g, fp uintptr)

	// next is one of the candidates, and not one of the delayed. last ran before, nil if
	// it can't continue; usual is the one that the default order takes.
	next(last, usual *g) *g
}

// harrierStrategies has each strategy at its number in HARRIER_CONTROL, which is the one
// that Strategy has in Java.
var harrierStrategies = [...]harrierStrategy{
	1: harrierRandomWalk{},   //harrier:file strategy_random.go
	2: harrierPriorities{},   //harrier:file strategy_pct.go
	3: harrierRaces{},        //harrier:file strategy_pos.go
	4: harrierFewYields{},    //harrier:file strategy_yields.go
	5: harrierDefaultOrder{}, //harrier:file strategy_default.go
	6: harrierNewest{},       //harrier:file strategy_newest.go
	7: harrierChildFirst{},   //harrier:file strategy_child.go
	8: harrierSlices{},       //harrier:file strategy_slices.go
	9: harrierPlaces{},       //harrier:file strategy_places.go
}

// harrierDefaultNumber is that of the default order.
const harrierDefaultNumber = 5

var (
	harrierScheduler    harrierStrategy
	harrierDrawsNothing bool   // the default order, and so a replay
	harrierDepth        uint64 // what the number in the name of a strategy is
	harrierLength       uint64 // expected number of scheduling points

	// Points of the run, counted as harrierCounted is: where priorities change. They are
	// the first draws of all strategies, so that a seed means the same as ever.
	harrierChanges [16]uint64
)

var (
	harrierHolds          uint32 // the strategy has not begun yet
	harrierHeldFor        uint64 // the goroutine that runs because of what was decided last
	harrierHeldOperations uint64 // which of its operations it does then, from 1
)

// harrierHold has the run be in the default order for now, if there is something to be
// decided before the strategy begins, which then draws from this seed.
func harrierHold(seed uint64) {
	harrierRng = harrierMix(seed)
	harrierDrawsNothing = harrierBeforeStrategy != 0
	if harrierDrawsNothing {
		harrierHolds = 1
	}
}

// harrierStillHolds is asked at a decision where last could continue.
func harrierStillHolds(last *g) bool {
	if harrierBeforeStrategy != 0 ||
		last != nil && last.harrierName == harrierHeldFor && last.harrierOperations <= harrierHeldOperations {
		return true
	}
	harrierHolds, harrierDrawsNothing = 0, false
	return false
}

// harrierChoosesAtPoints is a part of all strategies that draw nothing beforehand and look
// at nothing but which goroutines can run.
type harrierChoosesAtPoints struct{}

func (harrierChoosesAtPoints) begin()             {}
func (harrierChoosesAtPoints) arrive(*g, uintptr) {}

// harrierFirstOf is first, or, if that is delayed, the one that could have run for longest of those
// that are not.
func harrierFirstOf(first *g) *g {
	if first.harrierDelayed {
		first = harrierOldest.ptr()
		for first.harrierDelayed {
			first = first.harrierYounger.ptr()
		}
	}
	return first
}

// harrierNewestOf is the one that became able to run last of those that are not delayed; last
// only if there is no other, for the goroutine that runs enters again at each of its
// points.
func harrierNewestOf(last *g) *g {
	for gp := harrierYoungest.ptr(); gp != nil; gp = gp.harrierOlder.ptr() {
		if gp != last && !gp.harrierDelayed {
			return gp
		}
	}
	return last
}

// harrierAnyOne draws one of those that do not stand still.
func harrierAnyOne() *g {
	k := harrierDraw(harrierEnabled - harrierDelayedOnes)
	for i := uint64(0); ; i++ {
		gp := harrierCandidateAt(i).gp.ptr()
		if harrierDelayedOnes != 0 && gp.harrierDelayed {
			k++
		} else if i == k {
			return gp
		}
	}
}

// harrierHighest is the candidate with the highest priority.
func harrierHighest() *harrierCandidate {
	best := (*harrierCandidate)(nil)
	for i := range harrierEnabled {
		c := harrierCandidateAt(i)
		if harrierDelayedOnes != 0 && c.gp.ptr().harrierDelayed {
			continue
		}
		if best == nil || c.priority > best.priority ||
			c.priority == best.priority && c.gp.ptr().harrierName < best.gp.ptr().harrierName {
			best = c
		}
	}
	return best
}
