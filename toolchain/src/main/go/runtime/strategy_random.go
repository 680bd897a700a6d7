package runtime

// harrierRandomWalk takes any that can run.
type harrierRandomWalk struct{ harrierChoosesAtPoints }

func (harrierRandomWalk) next(last, usual *g) *g { return harrierAnyOne() }
