// Package atomics mixes atomic and plain accesses.
package atomics

import "sync/atomic"

func Count(n int, report func(int64)) {
	var count int64
	for range n {
		go func() {
			atomic.AddInt64(&count, 1) // want closure-race "count is atomically written here"
		}()
	}
	report(count)
}
