// Package open_channel looks whether a channel is open, and writes when it may have been closed.
package open_channel

import "sync"

// ClosedOutside closes the channel without the lock.
func ClosedOutside(events <-chan int) int {
	var mu sync.Mutex
	done := make(chan struct{})
	last := 0
	go func() {
		for event := range events {
			mu.Lock()
			select {
			case <-done:
				mu.Unlock()
				return
			default:
			}
			last = event // want possible closure-race "last is written here"
			mu.Unlock()
		}
	}()
	close(done)
	return last
}

// GivenBack gives the lock back between the look and the write.
func GivenBack(events <-chan int) int {
	var mu sync.Mutex
	done := make(chan struct{})
	last := 0
	go func() {
		for event := range events {
			mu.Lock()
			select {
			case <-done:
				mu.Unlock()
				return
			default:
			}
			mu.Unlock()
			mu.Lock()
			last = event // want possible closure-race "last is written here"
			mu.Unlock()
		}
	}()
	mu.Lock()
	close(done)
	mu.Unlock()
	return last
}

// Anyway writes whether the channel is open or not.
func Anyway(events <-chan int) int {
	var mu sync.Mutex
	done := make(chan struct{})
	last := 0
	go func() {
		for event := range events {
			mu.Lock()
			select {
			case <-done:
			default:
			}
			last = event // want possible closure-race "last is written here"
			mu.Unlock()
		}
	}()
	mu.Lock()
	close(done)
	mu.Unlock()
	return last
}

// Another has a channel and a goroutine for each round, and closes the last of the channels.
func Another(rounds [][]int) int {
	var mu sync.Mutex
	var done chan struct{}
	last := 0
	for _, round := range rounds {
		open := make(chan struct{})
		done = open
		go func() {
			for _, event := range round {
				mu.Lock()
				select {
				case <-open:
					mu.Unlock()
					return
				default:
				}
				last = event // want closure-race "last is written here"
				mu.Unlock()
			}
		}()
	}
	mu.Lock()
	close(done)
	mu.Unlock()
	return last
}
