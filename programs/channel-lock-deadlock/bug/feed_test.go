package bug

import (
	"testing"
	"time"
)

// later lets the other goroutine get there first; nothing but time sees to that.
func later() { time.Sleep(100 * time.Millisecond) }

func TestFeed(t *testing.T) {
	f := start()
	f.updates <- 1
	later()
	f.stop()
}

func TestPool(t *testing.T) {
	var p pool
	p.spawn()
	later()
	p.close()
}

func TestSink(t *testing.T) {
	s := &sink{in: make(chan int)}
	go s.drain()
	later()
	s.put(1)
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
	s.end()
	<-finished
}
