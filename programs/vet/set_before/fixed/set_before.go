// Package set_before asks an atomic for what only the goroutine sets.
package set_before

import "sync/atomic"

func Plain(work func() int) int {
	state := int32(1)
	result := 0
	go func() {
		result = work()
		atomic.StoreInt32(&state, 2)
	}()
	if atomic.LoadInt32(&state) == 2 {
		return result
	}
	return 0
}

func More(work func() int) int {
	state := int32(1)
	result := 0
	go func() {
		result = work()
		atomic.StoreInt32(&state, 2)
	}()
	if atomic.LoadInt32(&state) > 1 {
		return result
	}
	return 0
}

func Zero(work func() int) int {
	pending := int32(1)
	result := 0
	go func() {
		result = work()
		atomic.StoreInt32(&pending, 0)
	}()
	if atomic.LoadInt32(&pending) == 0 {
		return result
	}
	return 0
}

func Typed(work func() int) int {
	var state atomic.Int32
	state.Store(1)
	result := 0
	go func() {
		result = work()
		state.Store(2)
	}()
	if state.Load() == 2 {
		return result
	}
	return 0
}

func Set(work func() int) int {
	var busy atomic.Bool
	busy.Store(true)
	result := 0
	go func() {
		result = work() // want withheld closure-race "result is written here"
		busy.Store(false)
	}()
	for busy.Load() {
	}
	return result
}

// Given starts with a number that is not known.
func Given(first int32, work func() int) int {
	state := first
	result := 0
	go func() {
		result = work() // want withheld closure-race "result is written here"
		atomic.StoreInt32(&state, 2)
	}()
	if atomic.LoadInt32(&state) == 2 {
		return result
	}
	return 0
}
