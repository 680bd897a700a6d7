package runtime

// harrierNewest has the running goroutine continue, else takes the one that became able to run last, as Go's own
// scheduler does with one processor (runnext).
type harrierNewest struct{ harrierChoosesAtPoints }

func (harrierNewest) next(last, usual *g) *g {
	if last == nil || last.harrierDelayed {
		return harrierNewestOf(last)
	}
	return last
}
