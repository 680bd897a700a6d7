// Package atomics publishes through atomics.
package atomics

import (
	"runtime"
	"sync/atomic"
)

func Count(n int, report func(int64)) {
	var count int64
	for range n {
		go func() {
			atomic.AddInt64(&count, 1)
		}()
	}
	report(atomic.LoadInt64(&count))
}

func Publish(f func() int) int {
	var ready atomic.Bool
	x := 0
	go func() {
		x = f()
		ready.Store(true)
	}()
	for !ready.Load() {
		runtime.Gosched()
	}
	return x
}

func First(n int, f func(int) int, use func(int)) {
	var taken atomic.Bool
	x := 0
	for i := range n {
		go func() {
			if taken.CompareAndSwap(false, true) {
				x = f(i)
				use(x)
			}
		}()
	}
}

func Last(n int, f func(int) int) int {
	left := int64(n)
	done := make(chan bool)
	out := make([]int, n)
	sum := 0
	for i := range n {
		go func() {
			out[i] = f(i)
			if atomic.AddInt64(&left, -1) == 0 {
				close(done)
			}
		}()
	}
	<-done
	for _, v := range out {
		sum += v
	}
	return sum
}
