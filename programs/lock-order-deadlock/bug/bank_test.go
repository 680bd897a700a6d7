package bug

import (
	"runtime"
	"sync"
	"testing"
	"time"
)

// inTurn runs each function in a goroutine of its own, one well after the other: nothing but time keeps
// them apart.
func inTurn(t *testing.T, functions ...func()) {
	t.Helper()
	var wg sync.WaitGroup
	for i, f := range functions {
		wg.Add(1)
		go func() {
			defer wg.Done()
			time.Sleep(time.Duration(i) * 100 * time.Millisecond)
			f()
		}()
	}
	wg.Wait()
}

func TestTransfers(t *testing.T) {
	a, b := &account{balance: 10}, &account{balance: 10}
	inTurn(t, func() { transfer(a, b, 1) }, func() { transfer(b, a, 2) })
	if a.balance != 11 {
		t.Fatal(a.balance)
	}
}

// The accounts outlive collections, and stay the same.
func TestTransfersBetweenCollections(t *testing.T) {
	a, b := &account{balance: 10}, &account{balance: 10}
	inTurn(t, func() { transfer(a, b, 1) }, runtime.GC, runtime.GC, func() { transfer(b, a, 2) })
	if a.balance != 11 {
		t.Fatal(a.balance)
	}
}

func TestSemaphoreForTwo(t *testing.T) {
	two := make(turns, 2)
	a, b := &account{balance: 10}, &account{balance: 10}
	inTurn(t, func() { two.transfer(a, b, 1) }, func() { two.transfer(b, a, 2) })
}

func TestSettings(t *testing.T) {
	s := &settings{values: map[string]string{}}
	inTurn(t, func() { s.set("host", "a") }, func() { _ = s.address() }, func() { s.set("port", "1") })
}

func TestCopies(t *testing.T) {
	a, b := &table{rows: 1}, &table{rows: 2}
	inTurn(t, func() { copyRows(a, b) }, func() { copyRows(b, a) })
}

func TestPhilosophers(t *testing.T) {
	forks := make([]sync.Mutex, 3)
	var all []func()
	for i := range forks {
		all = append(all, philosopher{&forks[i], &forks[(i+1)%len(forks)]}.dine)
	}
	inTurn(t, all...)
}
