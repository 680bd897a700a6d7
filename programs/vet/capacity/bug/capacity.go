// Package capacity counts on channels that hold more than it thinks.
package capacity

// Slots lets two goroutines in at once.
func Slots(n int, f func(int) int) {
	slots := make(chan struct{}, 2)
	sum := 0
	for i := range n {
		go func() {
			slots <- struct{}{}
			sum += f(i) // want closure-race "sum is written here"
			<-slots
		}()
	}
}

// TooFew sends no more than the buffer holds: no goroutine need have received.
func TooFew(f func() int) int {
	ch := make(chan int, 2)
	x := 0
	go func() {
		x = f() // want closure-race "x is written here"
		<-ch
	}()
	ch <- 1
	ch <- 2
	return x
}

// Drained receives fewer values than there are goroutines.
func Drained(f func() int) int {
	done := make(chan bool, 3)
	x, y := 0, 0
	go func() {
		x = f() // want closure-race "x is written here"
		done <- true
	}()
	go func() {
		y = f() // want closure-race "y is written here"
		done <- true
	}()
	<-done
	return x + y
}
