// Package flags has flags that do not keep code from running again.
package flags

import (
	"os"
	"sync"
)

// FetchAgain forgets that it has started a goroutine.
func FetchAgain(names []string) {
	var (
		offset int
		done   chan struct{}
		info   os.FileInfo
	)
	fetch := func(i int) {
		if done != nil {
			return
		}
		offset = i
		done = make(chan struct{})
		go func() {
			info, _ = os.Stat(names[offset]) // want closure-race "info is written here" // want closure-race "offset is read here"
			close(done)                      // want closure-race "done is read here"
		}()
	}
	for i := range names {
		fetch(i)
		done = nil
	}
	println(info != nil)
}

// Serve may begin to serve again after it has begun to stop.
func Serve(accept func() (int, error), stopping func() bool, write func(int)) {
	next := 0
	stop := false
	for {
		id, err := accept()
		if err != nil {
			stop = stopping()
			if stop {
				go func() { write(next) }() // want closure-race "next is read here"
			}
			continue
		}
		stop = false
		if stop {
			continue
		}
		next = id + 1
	}
}

// Both counts in a goroutine and here, if it may.
func Both(parallel bool, done chan bool) int {
	n := 0
	if parallel {
		go func() {
			n++ // want closure-race "n is written here"
			done <- true
		}()
	}
	if parallel {
		n++
	}
	return n
}

// Shared has a flag that the goroutine takes back.
func Shared(names []string) {
	busy := false
	last := ""
	for _, name := range names {
		if busy {
			continue
		}
		busy = true
		last = name
		go func() {
			println(last) // want closure-race "last is read here"
			busy = false  // want closure-race "busy is written here"
		}()
	}
}

// Told has a helper that waits if it is asked to, but it is not.
func Told(f func() int) int {
	var wg sync.WaitGroup
	finish := func(wait bool) {
		if wait {
			wg.Wait()
		}
	}
	x := 0
	wg.Add(1)
	go func() {
		x = f() // want closure-race "x is written here"
		wg.Done()
	}()
	finish(false)
	return x
}
