package sleeper

import (
	"testing"
	"time"
)

const every = 100 * time.Millisecond

func TestUntilReady(t *testing.T) { go untilReady(newConn(), every) }

func TestUntilClosed(t *testing.T) { go newConn().untilClosed(every) }

func TestUntilStopped(t *testing.T) { go untilStopped(newConn(), 2*every) }

func TestWatch(t *testing.T) {
	c := newConn()
	go watch(c, 1, every)
	go watch(c, 2, every)
}
