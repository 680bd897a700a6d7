package eventqueue

import (
	"testing"

	"github.com/mum4k/termdash/terminal/terminalapi"
)

// Empty of a throttled queue reads the first event without the lock with which Push adds one.
func TestFound(t *testing.T) {
	q := NewThrottled(1)
	defer q.Close()
	done := make(chan struct{})
	go func() {
		q.Push(terminalapi.NewError("event"))
		close(done)
	}()
	q.Empty()
	<-done
}
