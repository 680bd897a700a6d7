// Package iterators reads through iterators of the library only what no other goroutine writes at that time.
package iterators

import (
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"
)

func Keys(m map[string]int, use func(string)) {
	m = maps.Clone(m)
	done := make(chan bool)
	go func() {
		m["a"] = 1
		close(done)
	}()
	<-done
	for k := range maps.Keys(m) {
		use(k)
	}
}

func Sorted(use func([]string)) {
	m := make(map[string]int)
	var mu sync.Mutex
	go func() {
		mu.Lock()
		m["a"] = 1
		mu.Unlock()
	}()
	mu.Lock()
	keys := slices.Sorted(maps.Keys(m))
	mu.Unlock()
	use(keys)
}

// Early makes the iterator before the goroutine writes, and uses it afterwards.
func Early(use func(string)) {
	m := make(map[string]int)
	keys := maps.Keys(m)
	done := make(chan bool)
	go func() {
		m["a"] = 1
		close(done)
	}()
	<-done
	for k := range keys {
		use(k)
	}
}

func Elements(n int, use func(int)) {
	s := make([]int, n)
	done := make(chan bool)
	go func() {
		s[1] = 1
		close(done)
	}()
	<-done
	for _, v := range slices.All(s) {
		use(v)
	}
}

func Body(text string, last func(string)) {
	line := ""
	for l := range strings.Lines(text) {
		line = l
	}
	go func() {
		last(line)
	}()
}

func Started(all iter.Seq2[int, string], use func(string) int) int {
	sum := 0
	var mu sync.Mutex
	var wg sync.WaitGroup
	for _, s := range all {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			defer mu.Unlock()
			sum += use(s)
		}()
	}
	wg.Wait()
	return sum
}

// Each writes an element of its own in each round.
func Each(n int, all iter.Seq2[int, string], use func(string) int) []int {
	out := make([]int, n)
	var wg sync.WaitGroup
	for i, s := range all {
		wg.Go(func() {
			out[i] = use(s)
		})
	}
	wg.Wait()
	return out
}

// Joined waits within the loop for what it starts there.
func Joined(all iter.Seq[int], use func(int) int) int {
	sum := 0
	for v := range all {
		done := make(chan bool)
		go func() {
			sum += use(v)
			close(done)
		}()
		<-done
	}
	return sum
}
