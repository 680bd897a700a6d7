package fixed

import (
	"sync"
	"testing"
)

func TestTransfersCross(t *testing.T) {
	a, b := &account{id: 1, balance: 10}, &account{id: 2, balance: 10}
	var done sync.WaitGroup
	done.Add(2)
	for _, pair := range [][2]*account{{a, b}, {b, a}} {
		go func() {
			defer done.Done()
			for range 100 {
				transfer(pair[0], pair[1], 1)
			}
		}()
	}
	done.Wait()
	if a.balance != 10 || b.balance != 10 {
		t.Fatal(a.balance, b.balance)
	}
}

func TestMissingKey(t *testing.T) {
	s := newStore()
	defer s.close()
	if got := s.get("absent"); got != "" {
		t.Fatal(got)
	}
}

func TestLeave(t *testing.T) {
	h := newHub()
	h.join(1)
	done := make(chan struct{})
	go func() {
		h.reap()
		close(done)
	}()
	h.leave(1)
	close(h.leaving)
	<-done
}
