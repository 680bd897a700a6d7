// Package unreached has code that nothing calls.
package unreached

func nobody(f func() int) int {
	x := 0
	go func() {
		x = f() // want closure-race "x is written here by the goroutine"
	}()
	return x
}

type unused struct{}

func (unused) method(f func() int) int {
	x := 0
	go func() {
		x = f() // want closure-race "x is written here by the goroutine"
	}()
	return x
}

var stored = func(f func() int) int {
	x := 0
	go func() {
		x = f() // want closure-race "x is written here by the goroutine"
	}()
	return x
}

func generic[T any](f func() T) T {
	var x T
	go func() {
		x = f() // want closure-race "x is written here by the goroutine"
	}()
	return x
}

func init() {
	x := 0
	go func() {
		x = 1 // want closure-race "x is written here by the goroutine"
	}()
	println(x)
}
