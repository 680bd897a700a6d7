// Package set_before asks an atomic whether something has happened that was set before.
package set_before

import "sync/atomic"

func Plain(work func() int) int {
	state := int32(1)
	result := 0
	go func() {
		result = work() // want closure-race "result is written here"
		atomic.StoreInt32(&state, 2)
	}()
	if atomic.LoadInt32(&state) == 1 {
		return result
	}
	return 0
}

func AtLeast(work func() int) int {
	state := int32(1)
	result := 0
	go func() {
		result = work() // want closure-race "result is written here"
		atomic.StoreInt32(&state, 2)
	}()
	if atomic.LoadInt32(&state) != 0 {
		return result
	}
	return 0
}

func Typed(work func() int) int {
	var state atomic.Int32
	state.Store(1)
	result := 0
	go func() {
		result = work() // want closure-race "result is written here"
		state.Store(2)
	}()
	if state.Load() == 1 {
		return result
	}
	return 0
}

func Set(work func() int) int {
	var busy atomic.Bool
	busy.Store(true)
	result := 0
	go func() {
		result = work() // want closure-race "result is written here"
		busy.Store(false)
	}()
	if busy.Load() {
		return result
	}
	return 0
}
