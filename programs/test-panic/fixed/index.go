// Package fixed asks before it indexes, and recovers where it must.
package fixed

import "fmt"

func last(values []int) int {
	if len(values) == 0 {
		return 0
	}
	return values[len(values)-1]
}

func lastOf(values []int) <-chan int {
	result := make(chan int, 1)
	go func() {
		result <- last(values)
	}()
	return result
}

func try(f func()) (err error) {
	defer func() {
		if problem := recover(); problem != nil {
			err = fmt.Errorf("panic: %v", problem)
		}
	}()
	f()
	return nil
}
