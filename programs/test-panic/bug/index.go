// Package bug panics in a goroutine, where no test can recover it.
package bug

func last(values []int) int {
	return values[len(values)-1] // want test-panic "index out of range"
}

func lastOf(values []int) <-chan int {
	result := make(chan int, 1)
	go func() {
		result <- last(values)
	}()
	return result
}
