// Package flags has code that a flag lets run once, or not together.
package flags

import (
	"os"
	"sync"
)

// FetchOnce starts at most one goroutine: the second call sees that done is set.
func FetchOnce(all bool, names []string) {
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
			info, _ = os.Stat(names[offset])
			println(info != nil)
			close(done)
		}()
	}
	if all {
		fetch(0)
	}
	for i := range names {
		fetch(i)
	}
	if done != nil {
		<-done
	}
}

// Serve writes next only as long as it has not begun to stop, and never goes back.
func Serve(accept func() (int, error), stopping func() bool, write func(int)) {
	next := 0
	stop := false
	for {
		id, err := accept()
		if err != nil {
			stop = stopping()
			if !stop {
				return
			}
			go func() { write(next) }()
			continue
		}
		if stop {
			continue
		}
		next = id + 1
	}
}

// Either counts in a goroutine or here, never both.
func Either(parallel bool, done chan bool) int {
	n := 0
	if parallel {
		go func() {
			n++
			done <- true
		}()
	}
	if !parallel {
		n++
		return n
	}
	return 0
}

// Begin has a state with a name.
func Begin(events []string) {
	state := "new"
	size := 0
	for _, e := range events {
		switch {
		case state == "new" && e == "start":
			size = len(e)
			state = "running"
			go func() { println(size) }()
		case state == "running":
			println(e)
		}
	}
}

// Told has a helper that waits if it is asked to, and it is.
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
		x = f()
		wg.Done()
	}()
	finish(true)
	return x
}
