package fixed

import (
	"runtime"
	"testing"
)

func TestPoor(t *testing.T) {
	if err := new(account).withdraw(1); err == nil {
		t.Fatal("no error")
	}
}

func TestNoPage(t *testing.T) {
	done := make(chan int)
	go func() { done <- new(index).page("word") }()
	if page := <-done; page != 0 {
		t.Fatal(page)
	}
}

// Held over a collection, by a goroutine that has it on its stack, and given back by
// another one.
func TestHeldOverACollection(t *testing.T) {
	a := new(account)
	a.begin()
	runtime.GC()
	done := make(chan bool)
	go func() {
		a.commit()
		close(done)
	}()
	<-done
	for range 3 {
		a.begin()
		runtime.GC()
		a.commit()
	}
}

// Reachable only by its finalizer, which gives the lock back.
func TestUnlockedByFinalizer(t *testing.T) {
	done := make(chan bool)
	a := &account{balance: 1}
	a.begin()
	runtime.SetFinalizer(a, func(a *account) {
		a.commit()
		close(done)
	})
	a = nil
	runtime.GC()
	<-done
	runtime.GC()
}

func TestStillReachable(t *testing.T) {
	begun = new(account)
	begun.begin()
}
