package fixed

import (
	"runtime"
	"sync"
	"testing"
	"time"
)

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
	a, b := &account{id: 1, balance: 10}, &account{id: 2, balance: 10}
	inTurn(t, func() { transfer(a, b, 1) }, func() { transfer(b, a, 2) })
}

func TestGate(t *testing.T) {
	var all bank
	a, b := &account{id: 1}, &account{id: 2}
	inTurn(t, func() { all.transfer(a, b, 1) }, func() { all.transfer(b, a, 2) })
}

func TestSemaphore(t *testing.T) {
	one := make(turns, 1)
	a, b := &account{id: 1}, &account{id: 2}
	inTurn(t, func() { one.transfer(a, b, 1) }, func() { one.transfer(b, a, 2) })
}

func TestTry(t *testing.T) {
	a, b := &account{id: 1}, &account{id: 2}
	inTurn(t, func() { tryTransfer(a, b, 1) }, func() { tryTransfer(b, a, 2) })
}

// plain locks in the order given; what calls it sees to it that that is well.
func plain(first, second *account) {
	first.mu.Lock()
	defer first.mu.Unlock()
	second.mu.Lock()
	defer second.mu.Unlock()
	first.balance, second.balance = second.balance, first.balance
}

func TestOneAfterTheOther(t *testing.T) {
	a, b := &account{id: 1}, &account{id: 2}
	done := make(chan bool)
	go func() {
		plain(a, b)
		done <- true
	}()
	<-done
	plain(b, a)
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		plain(a, b)
	}()
	wg.Wait()
	plain(b, a)
}

// Every round has accounts of its own, which stand where those of the round before stood: the orders of
// locking are opposite, the locks are others.
func TestAddressesAreUsedAgain(t *testing.T) {
	var all []*account
	for round := range 4 {
		all = all[:0]
		for i := range 400 {
			all = append(all, &account{id: i})
		}
		for i := 0; i < len(all); i += 2 {
			first, second := all[i+round%2], all[i+1-round%2]
			go plain(first, second)
		}
		time.Sleep(20 * time.Millisecond)
		clear(all)
		runtime.GC()
	}
}

func TestReaders(t *testing.T) {
	s := &settings{values: map[string]string{}}
	inTurn(t, func() { s.set("host", "a") }, func() { _ = s.address() }, func() { s.set("port", "1") })
	a, b := &settings{}, &settings{}
	inTurn(t, func() { compare(a, b) }, func() { compare(b, a) })
}

func TestPublication(t *testing.T) {
	s := &server{}
	inTurn(t, func() { s.open() }, func() {
		if c := s.last(); c != nil { // turns may be late
			c.close()
		}
	})
}
