package waiting

import (
	"testing"
	"time"
)

func TestCloseUnderSender(t *testing.T) {
	s := &stream{make(chan int), make(chan struct{})}
	go s.emit(1)
	time.Sleep(5 * time.Millisecond)
	close(s.out)
	time.Sleep(50 * time.Millisecond)
}
