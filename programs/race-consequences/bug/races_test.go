package bug

import (
	"sync"
	"testing"
)

func both(f, g func()) {
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); f() }()
	go func() { defer wg.Done(); g() }()
	wg.Wait()
}

func TestLostUpdate(t *testing.T) {
	var c counter
	both(c.add, c.add)
	if c.n != 2 {
		t.Errorf("counted %d", c.n)
	}
}

func TestClearedAfterCheck(t *testing.T) {
	s := &server{&session{"eve"}}
	both(func() { s.user() }, s.logout)
}

func TestTorn(t *testing.T) {
	w := &window{span{1, 2}}
	both(func() { w.set(3, 4) }, func() {
		if n := w.length(); n != 1 {
			t.Errorf("a window of length %d", n)
		}
	})
}
