// Package bulk_writes writes elements with copy and clear, which other goroutines read or write only afterwards.
package bulk_writes

import "sync"

func Copied(n int, from []int) int {
	to := make([]int, n)
	done := make(chan bool)
	go func() {
		copy(to, from)
		close(done)
	}()
	<-done
	return to[0]
}

// Parts copies a part of its own in each goroutine.
func Parts(n int, parts [][]int) []int {
	to := make([]int, n*len(parts))
	var wg sync.WaitGroup
	for i, part := range parts {
		wg.Go(func() {
			copy(to[i*n:(i+1)*n], part)
		})
	}
	wg.Wait()
	return to
}

// Read copies from one slice in all goroutines.
func Read(n int, from []int) {
	var wg sync.WaitGroup
	shared := make([]int, n)
	copy(shared, from)
	for range 3 {
		wg.Go(func() {
			own := make([]int, n)
			copy(own, shared)
			clear(own)
		})
	}
	wg.Wait()
}

func Cleared(n int) int {
	s := make([]int, n)
	var mu sync.Mutex
	go func() {
		mu.Lock()
		defer mu.Unlock()
		clear(s)
	}()
	mu.Lock()
	defer mu.Unlock()
	return s[2]
}
