package fixed

import (
	"iter"
	"runtime"
	"testing"
	"time"
)

func TestFirst(t *testing.T) {
	rows := (&table{rows: []int{3, 4}}).all()
	for range 2 {
		if row, ok := first(rows); row != 3 || !ok {
			t.Fatal(row, ok)
		}
	}
}

func TestDrain(t *testing.T) {
	if sum := drain((&table{rows: []int{3, 4}}).all()); sum != 7 {
		t.Fatal(sum)
	}
}

func TestKept(t *testing.T) {
	open.on((&table{rows: []int{3, 4}}).all())
	open.next()
}

// A goroutine that still runs refers to the iterator, and will stop it.
func TestStoppedLater(t *testing.T) {
	go func() {
		next, stop := iter.Pull((&table{rows: []int{3, 4}}).all())
		defer stop()
		next()
		<-later
	}()
}

var later = make(chan bool)

// One that sleeps also does so.
func TestStoppedAfterSleep(t *testing.T) {
	pulled := make(chan bool)
	go func() {
		next, stop := iter.Pull((&table{rows: []int{3, 4}}).all())
		defer stop()
		next()
		close(pulled)
		time.Sleep(time.Hour)
	}()
	<-pulled
}

// A cleanup stops the iterator when its cursor is garbage.
func TestStoppedByCleanup(t *testing.T) {
	next, stop := iter.Pull((&table{rows: []int{3, 4}}).all())
	next()
	runtime.AddCleanup(&cursor{}, func(stop func()) { stop() }, stop)
}

// A sequence pulls from another one, and stops it.
func TestNested(t *testing.T) {
	next, stop := iter.Pull(func(yield func(int) bool) {
		inner, end := iter.Pull((&table{rows: []int{3, 4}}).all())
		defer end()
		for v, ok := inner(); ok && yield(v); v, ok = inner() {
		}
	})
	defer stop()
	if v, ok := next(); v != 3 || !ok {
		t.Fatal(v, ok)
	}
}
