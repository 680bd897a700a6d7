// Goroutines that sleep until something changes which may yet change, a few rounds after their
// tests. Each is known to one that waits, sleeps, polls, counts, or that a timer will start.
package m

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

type conn struct {
	name   *string
	mu     sync.Mutex
	closed bool
	rounds int
	ready  atomic.Bool
}

func newConn() *conn { return &conn{name: new(string)} }

func untilReady(c *conn, every time.Duration) {
	for !c.ready.Load() {
		time.Sleep(every)
	}
}

func (c *conn) isClosed() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.closed
}

func (c *conn) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
}

func (c *conn) untilClosed(every time.Duration) {
	for !c.isClosed() {
		time.Sleep(every)
	}
}

// someRounds writes what its condition reads.
func (c *conn) someRounds(every time.Duration) {
	for c.rounds < 1000 {
		c.rounds++
		time.Sleep(every)
	}
}

// closing sleeps in its turn before it closes.
func (c *conn) closing(later time.Duration) {
	time.Sleep(later)
	c.close()
}

// counting lets others continue after many rounds around a select with a timer.
func (c *conn) counting(done <-chan struct{}, every time.Duration) {
	for i := 0; ; i++ {
		select {
		case <-time.After(every):
			if i > 1000 {
				c.ready.Store(true)
				return
			}
		case <-done:
			return
		}
	}
}

// untilDone asks a context.
func untilDone(ctx context.Context, every time.Duration) {
	for ctx.Err() == nil {
		time.Sleep(every)
	}
}

const every = 20 * time.Millisecond

// What it reads is known to a goroutine that may yet be asked.
func TestReadyLater(t *testing.T) {
	c := newConn()
	go untilReady(c, every)
	go func() {
		<-last
		c.ready.Store(true)
	}()
}

// Another sleeper is about to close it.
func TestClosedLater(t *testing.T) {
	c := newConn()
	go c.untilClosed(every)
	go c.closing(time.Minute)
}

func TestSomeRounds(t *testing.T) { go newConn().someRounds(every) }

func TestCounted(t *testing.T) {
	c := newConn()
	go untilReady(c, every)
	go c.counting(make(chan struct{}), every)
}

func TestHasATimeout(t *testing.T) {
	ctx, _ := context.WithTimeout(context.Background(), time.Minute)
	go untilDone(ctx, every)
}

// A timer will say that it is ready.
func TestReadyInTime(t *testing.T) {
	c := newConn()
	go untilReady(c, every)
	time.AfterFunc(time.Minute, func() { c.ready.Store(true) })
}

var last = make(chan struct{})

var known *conn

// A global variable leads to what it reads.
func TestKnown(t *testing.T) {
	known = newConn()
	go untilReady(known, every)
}
