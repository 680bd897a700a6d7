package signal

import (
	"testing"
	"time"
)

func TestTwoWait(t *testing.T) {
	g := newGate()
	go g.pass()
	go g.pass()
	time.Sleep(5 * time.Millisecond)
	g.unlock()
	time.Sleep(5 * time.Millisecond)
}
