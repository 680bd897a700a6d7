// Package count_short counts both goroutines, at once or one by one, or starts one of two.
package count_short

import "sync"

func Run(first, second func() int) int {
	var wg sync.WaitGroup
	a, b := 0, 0
	wg.Add(2)
	go func() {
		defer wg.Done()
		a = first()
	}()
	go func() {
		defer wg.Done()
		b = second()
	}()
	wg.Wait()
	return a + b
}

func OneByOne(first, second func() int) int {
	var wg sync.WaitGroup
	a, b := 0, 0
	wg.Add(1)
	go func() {
		defer wg.Done()
		a = first()
	}()
	wg.Add(1)
	go func() {
		b = second()
		wg.Add(-1)
	}()
	wg.Wait()
	return a + b
}

func OneOfTwo(either bool, first, second func() int) int {
	var wg sync.WaitGroup
	a, b := 0, 0
	wg.Add(1)
	if either {
		go func() {
			defer wg.Done()
			a = first()
		}()
	} else {
		go func() {
			defer wg.Done()
			b = second()
		}()
	}
	wg.Wait()
	return a + b
}

func Rounds(times int, either func() bool, first, second func() int) int {
	a, b := 0, 0
	for range times {
		var wg sync.WaitGroup
		wg.Add(1)
		if either() {
			go func() {
				defer wg.Done()
				a += first()
			}()
		} else {
			go func() {
				defer wg.Done()
				b += second()
			}()
		}
		wg.Wait()
	}
	return a + b
}
