package runtime

// harrierSlices has the running goroutine continue for a slice of random length, then takes any other.
type harrierSlices struct{ harrierChoosesAtPoints }

var harrierSliceEnd uint64 // the pick with which the present slice is over

func (harrierSlices) next(last, usual *g) *g {
	if last == nil || harrierPicks >= harrierSliceEnd || last.harrierDelayed {
		harrierSliceEnd = harrierPicks + 1<<harrierDraw(19) // natively, some 200,000 operations
		return harrierAnyOne()
	}
	return last
}
