package lane

import "testing"

// Full reads the length of the list without the lock with which Append changes it.
func TestFound(t *testing.T) {
	deque := NewBoundDeque[int](2)
	done := make(chan struct{})
	go func() {
		deque.Append(1)
		close(done)
	}()
	deque.Full()
	<-done
}
