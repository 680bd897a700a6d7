package runtime

// harrierFewYields is GoAT's (section IV): the default order, with a bounded number of yields
// before usages of the packages that are explored.
type harrierFewYields struct{}

func (harrierFewYields) begin() { harrierYieldsLeft = harrierDepth }

func (harrierFewYields) arrive(gp *g, fp uintptr) {
	gp.harrierUsage = fp != 0 && harrierYieldsLeft > 0 && harrierIsUsage(gp, fp)
}

func (harrierFewYields) next(last, usual *g) *g {
	if last != nil && last.harrierUsage && harrierYieldsLeft > 0 && harrierDraw(harrierLength) < harrierYieldsLeft {
		harrierYieldsLeft--
		return harrierAnyOne()
	}
	return harrierFirstOf(usual)
}

var harrierYieldsLeft uint64
