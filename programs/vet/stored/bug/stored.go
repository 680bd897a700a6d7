// Package stored runs functions later that it was given before.
package stored

type worker struct{ job func() }

func (w *worker) start() { go w.job() }

func Field(f func() int) int {
	x := 0
	w := &worker{}
	w.job = func() {
		x = f() // want possible closure-race "x is written here by the goroutine"
	}
	w.start()
	return x
}

func Literal(f func() int) int {
	x := 0
	w := worker{job: func() {
		x = f() // want possible closure-race "x is written here by the goroutine"
	}}
	w.start()
	return x
}

func launcher(f func()) func() { return func() { go f() } }

func Returned(f func() int) int {
	x := 0
	start := launcher(func() {
		x = f() // want possible closure-race "x is written here by the goroutine"
	})
	start()
	return x
}

func newWorker(job func()) *worker { return &worker{job: job} }

func Made(f func() int) int {
	x := 0
	newWorker(func() {
		x = f() // want possible closure-race "x is written here by the goroutine"
	}).start()
	return x
}

func Deferred(f func() int, use func(int)) {
	x := 0
	defer func() { use(x) }()
	go func() {
		x = f() // want closure-race "x is written here by the goroutine"
	}()
}
