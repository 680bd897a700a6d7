package fixed

import (
	"testing"
	"time"
)

func later() { time.Sleep(100 * time.Millisecond) }

func TestFeed(t *testing.T) {
	f := start()
	f.updates <- 1
	later()
	f.stop()
}

func (h *hub) size() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.clients)
}

func TestHub(t *testing.T) {
	var h hub
	result := make(chan int)
	go func() { result <- h.join(2) }()
	for h.size() == 0 {
		later()
	}
	h.broadcast(1)
	h.broadcast(2)
	if sum := <-result; sum != 3 {
		t.Fatal(sum)
	}
}

func TestWorker(t *testing.T) {
	w := &worker{reply: make(chan int)}
	if w.ask() != 1 {
		t.Fatal()
	}
}

func TestPool(t *testing.T) {
	var p pool
	p.spawn()
	later()
	p.close()
}

func TestCache(t *testing.T) {
	c := &cache{entries: map[int]string{1: "a", 2: "b"}}
	go c.evict(1)
	later()
	if n := c.close(); n != 1 {
		t.Errorf("%d entries are left", n)
	}
}

func TestStream(t *testing.T) {
	s := &stream{done: make(chan bool)}
	finished := make(chan bool)
	go func() {
		later()
		later()
		s.finish()
		close(finished)
	}()
	s.count()
	later()
	s.end()
	<-finished
}

func TestStreamThatSends(t *testing.T) {
	s := &stream{done: make(chan bool)}
	finished := make(chan bool)
	go func() {
		later()
		s.finish()
		close(finished)
	}()
	s.send()
	<-finished
}

func TestLink(t *testing.T) {
	l := dial()
	later()
	l.close()
}
