package bug

import (
	"testing"
	"time"
)

func TestClose(t *testing.T) {
	l := new(listener)
	conns := make(chan func(), 1)
	conns <- func() { time.Sleep(100 * time.Millisecond) }
	close(conns)
	go l.accept(conns)
	time.Sleep(50 * time.Millisecond)
	l.close()
}
