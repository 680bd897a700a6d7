package runtime

// harrierDefaultOrder has the running goroutine continue, else takes the one that could have run for longest. It draws
// nothing: replays, which have a plan of all that is otherwise, are in this order.
type harrierDefaultOrder struct{ harrierChoosesAtPoints }

func (harrierDefaultOrder) next(last, usual *g) *g { return harrierFirstOf(usual) }
