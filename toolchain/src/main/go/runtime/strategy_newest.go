package runtime

// harrierNewest has who runs continue, else takes who became able to run last, as Go's own
// scheduler does with one processor (runnext).
type harrierNewest struct{ harrierChoosesAtPoints }

func (harrierNewest) next(last, usual *g) *g {
	if last == nil || last.harrierDelayed {
		return harrierNewestOf(last)
	}
	return last
}
