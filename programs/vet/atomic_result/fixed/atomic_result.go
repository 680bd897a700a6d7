// Package atomic_result reads a variable where an atomic load shows that it has been written.
package atomic_result

import "sync/atomic"

func Looked(work func() int) int {
	var ready atomic.Bool
	result := 0
	go func() {
		result = work()
		ready.Store(true)
	}()
	for !ready.Load() {
	}
	return result
}

func RightWayRound(work func() int) int {
	var ready atomic.Bool
	result := 0
	go func() {
		result = work()
		ready.Store(true)
	}()
	if !ready.Load() {
		return 0
	}
	return result
}

func Compared(work func() int) int {
	var done int32
	result := 0
	go func() {
		result = work()
		atomic.StoreInt32(&done, 1)
	}()
	if atomic.LoadInt32(&done) >= 1 {
		return result
	}
	return 0
}

func isReady(flag *atomic.Bool) bool { return flag.Load() }

func Helped(work func() int) int {
	var ready atomic.Bool
	result := 0
	go func() {
		result = work()
		ready.Store(true)
	}()
	if isReady(&ready) {
		return result
	}
	return 0
}

func Pointed(work func() int) int {
	var answer atomic.Pointer[int]
	result := 0
	go func() {
		result = work()
		answer.Store(new(int))
	}()
	if p := answer.Load(); p != nil {
		return result + *p
	}
	return 0
}
