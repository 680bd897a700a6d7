package runtime

// harrierChildFirst takes who was started or woken by the operation before, else has who
// runs continue, else takes who became able to run last.
type harrierChildFirst struct{ harrierChoosesAtPoints }

func (harrierChildFirst) next(last, usual *g) *g {
	newest := harrierNewestOf(last)
	if last == nil || last.harrierDelayed || newest.harrierSince == last.harrierSince {
		return newest
	}
	return last
}
