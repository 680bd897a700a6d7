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
		x = f() // want possible closure-race "x is written here by the goroutine"
	})
	return x
}

// Unknown takes any runner; the only one there is starts a goroutine.
func Unknown(r runner, f func() int) int {
	x := 0
	r.run(func() {
		x = f() // want possible closure-race "x is written here by the goroutine"
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
		x = f() // want possible closure-race "x is written here by the goroutine"
	}))
	return x
}

type starter interface{ start(func()) }

type counted struct{ running int }

func (c *counted) start(f func()) {
	c.running++
	go f()
}

type plain struct{}

func (plain) start(f func()) { go f() }

// Several starts a goroutine, whichever starter it has.
func Several(s starter, f func() int) int {
	x := 0
	s.start(func() {
		x = f() // want possible closure-race "x is written here by the goroutine"
	})
	return x
}

// Starters are in use here.
func Starters(f func() int) int {
	return Several(&counted{}, f) + Several(plain{}, f)
}

type performer interface{ perform(func()) }

type inline struct{}

func (inline) perform(f func()) { f() }

type eventual struct{}

func (eventual) perform(f func()) { go f() }

// Some performers start a goroutine, and some do not.
func Some(p performer, f func() int) int {
	x := 0
	p.perform(func() {
		x = f() // want withheld closure-race "x is written here by the goroutine"
	})
	return x
}

func Performers(f func() int) int {
	return Some(inline{}, f) + Some(eventual{}, f)
}
