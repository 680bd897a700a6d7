// Package bulk_writes writes elements with copy and clear, which other goroutines read or write.
package bulk_writes

import "sync"

func Copied(n int, from []int) int {
	to := make([]int, n)
	go func() {
		copy(to, from) // want closure-race "to.* is written here"
	}()
	return to[0]
}

func CopiedFrom(n int, to []int) {
	from := make([]int, n)
	go func() {
		from[0] = 1 // want closure-race "from.* is written here"
	}()
	copy(to, from)
}

func Cleared(n int) int {
	s := make([]int, n)
	go func() {
		clear(s) // want closure-race "s.* is written here"
	}()
	return s[2]
}

func Both(n int, from []int) []int {
	to := make([]int, n)
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			copy(to, from) // want closure-race "to.* is written here"
		})
	}
	wg.Wait()
	return to
}

func ClearedMap(use func(int)) {
	m := make(map[string]int)
	go func() {
		clear(m) // want closure-race "m.* is written here"
	}()
	use(m["a"])
}
