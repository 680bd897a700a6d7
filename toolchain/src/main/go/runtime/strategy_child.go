package runtime

// harrierChildFirst takes the goroutine that was started or woken by the operation before, else has the
// running one continue, else takes the one that became able to run last.
type harrierChildFirst struct{ harrierChoosesAtPoints }

func (harrierChildFirst) next(last, usual *g) *g {
	newest := harrierNewestOf(last)
	if last == nil || last.harrierDelayed || newest.harrierSince == last.harrierSince {
		return newest
	}
	return last
}
