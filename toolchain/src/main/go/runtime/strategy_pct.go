package runtime

// harrierPriorities is PCT (Burckhardt and others, A randomized scheduler with probabilistic
// guarantees of finding bugs, ASPLOS 2010): fixed random priorities, which change at depth-1
// points.
type harrierPriorities struct{}

func (harrierPriorities) begin() {}

func (harrierPriorities) arrive(gp *g, fp uintptr) {
	if fp == 0 {
		return
	}
	for i := uint64(1); i < harrierDepth && i <= uint64(len(harrierChanges)); i++ {
		if harrierChanges[i-1] == harrierCounted {
			gp.harrierPriority = i // below all that started out
		}
	}
}

func (harrierPriorities) next(last, usual *g) *g { return harrierHighest().gp.ptr() }
