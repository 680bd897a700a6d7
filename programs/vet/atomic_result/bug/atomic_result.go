// Package atomic_result reads a variable after an atomic load whose result says nothing about it.
package atomic_result

import "sync/atomic"

// Ignored does not look at the result.
func Ignored(work func() int) int {
	var ready atomic.Bool
	result := 0
	go func() {
		result = work() // want closure-race "result is written here"
		ready.Store(true)
	}()
	_ = ready.Load()
	return result
}

// WrongWayRound reads the variable where nothing has been stored yet.
func WrongWayRound(work func() int) int {
	var ready atomic.Bool
	result := 0
	go func() {
		result = work() // want closure-race "result is written here"
		ready.Store(true)
	}()
	if !ready.Load() {
		return result
	}
	return 0
}

// Compared reads it where the number is still the first one.
func Compared(work func() int) int {
	var done int32
	result := 0
	go func() {
		result = work() // want closure-race "result is written here"
		atomic.StoreInt32(&done, 1)
	}()
	if atomic.LoadInt32(&done) < 1 {
		return result
	}
	return 0
}

func isReady(flag *atomic.Bool) bool { return flag.Load() }

// Helped asks a helper, and does not look at what it says.
func Helped(work func() int) int {
	var ready atomic.Bool
	result := 0
	go func() {
		result = work() // want withheld closure-race "result is written here"
		ready.Store(true)
	}()
	isReady(&ready)
	return result
}
