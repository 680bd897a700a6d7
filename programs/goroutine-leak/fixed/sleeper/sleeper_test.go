package sleeper

import (
	"sync"
	"testing"
	"time"
)

const every = time.Millisecond

func start(all *sync.WaitGroup, f func()) {
	all.Add(1)
	go func() {
		defer all.Done()
		f()
	}()
}

func TestUntilReady(t *testing.T) {
	var all sync.WaitGroup
	defer all.Wait()
	c := newConn()
	start(&all, func() { untilReady(c, every) })
	c.ready.Store(true)
}

func TestUntilClosed(t *testing.T) {
	var all sync.WaitGroup
	defer all.Wait()
	c := newConn()
	start(&all, func() { c.untilClosed(every) })
	c.close()
}

func TestUntilStopped(t *testing.T) {
	var all sync.WaitGroup
	defer all.Wait()
	c := newConn()
	start(&all, func() { untilStopped(c, 4*every) })
	close(c.stop)
}

func TestWatch(t *testing.T) {
	var all sync.WaitGroup
	defer all.Wait()
	c := newConn()
	start(&all, func() { watch(c, 1, every) })
	start(&all, func() { watch(c, 2, every) })
	c.state.Store(1)
}
