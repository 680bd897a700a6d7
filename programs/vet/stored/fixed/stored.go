// Package stored runs functions later, and waits for them.
package stored

type worker struct {
	job  func()
	done chan struct{}
}

func (w *worker) start() {
	go func() {
		defer close(w.done)
		w.job()
	}()
}

func (w *worker) wait() { <-w.done }

func Field(f func() int) int {
	x := 0
	w := &worker{done: make(chan struct{})}
	w.job = func() { x = f() }
	w.start()
	w.wait()
	return x
}

func launcher(f func()) func() {
	return func() {
		done := make(chan struct{})
		go func() {
			f()
			close(done)
		}()
		<-done
	}
}

func Returned(f func() int) int {
	x := 0
	start := launcher(func() { x = f() })
	start()
	return x
}

// ByCopy hands the goroutine values, not variables.
func ByCopy(use func(int)) int {
	x := 1
	go func(x int) {
		x++
		use(x)
	}(x)
	x = 2
	y := x
	go func() { use(y) }()
	return x + y
}
