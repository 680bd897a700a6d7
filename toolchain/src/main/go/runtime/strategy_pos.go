package runtime

// harrierRaces is POS (Yuan and others, Partial order aware concurrency sampling, CAV 2018):
// random priorities of operations, drawn again for those that race with the one that is taken.
type harrierRaces struct{}

func (harrierRaces) begin() {}

func (harrierRaces) arrive(gp *g, fp uintptr) {
	if fp != 0 {
		gp.harrierPriority = harrierDraw(1<<32)<<31 | 1<<63
	}
}

func (harrierRaces) next(last, usual *g) *g {
	gp := harrierHighest().gp.ptr()
	for i := range harrierEnabled {
		if other := harrierCandidateAt(i); harrierRace(gp, other.gp.ptr()) {
			other.priority = harrierDraw(1<<32)<<31 | 1<<63
		}
	}
	return gp
}

// harrierRace reports whether it makes a difference which of the next operations of
// two goroutines, or of one and the same, comes first. One that has not reached an
// operation has none.
func harrierRace(a, b *g) bool {
	if a.harrierAccess&^harrierPlainly == harrierLoad && b.harrierAccess&^harrierPlainly == harrierLoad {
		return false
	}
	for i := range a.harrierObjectCount {
		for k := range b.harrierObjectCount {
			if a.harrierObjects[i] == b.harrierObjects[k] && a.harrierObjects[i] != 0 {
				return true
			}
		}
	}
	return false
}
