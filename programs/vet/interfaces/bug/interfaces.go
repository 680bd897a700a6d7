// Package interfaces starts goroutines behind interfaces.
package interfaces

type runner interface{ run(func()) }

type background struct{}

func (background) run(f func()) { go f() }

// Known shows in the code which type it is.
func Known(f func() int) int {
	var r runner = background{}
	x := 0
	r.run(func() {
		x = f() // want closure-race "x is written here by the goroutine"
	})
	return x
}

// Unknown takes any runner; the only one there is starts a goroutine.
func Unknown(r runner, f func() int) int {
	x := 0
	r.run(func() {
		x = f() // want closure-race "x is written here by the goroutine"
	})
	return x
}

type task interface{ do() }

type literal func()

func (l literal) do() { l() }

type queue struct{ tasks []task }

func (q *queue) start(t task) { go t.do() }

func Queued(q *queue, f func() int) int {
	x := 0
	q.start(literal(func() {
		x = f() // want closure-race "x is written here by the goroutine"
	}))
	return x
}
