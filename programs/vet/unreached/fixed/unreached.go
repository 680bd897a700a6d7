// Package unreached has code that nothing calls, and that is right.
package unreached

func nobody(f func() int) int {
	x := make(chan int)
	go func() { x <- f() }()
	return <-x
}

func generic[T any](f func() T) T {
	var x T
	done := make(chan bool)
	go func() {
		x = f()
		done <- true
	}()
	<-done
	return x
}
