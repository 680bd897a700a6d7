package elsewhere

import "testing"

func TestHangUpAfterExpiry(t *testing.T) {
	other := make(chan struct{})
	s := &stream{done: make(chan struct{})}
	s.wait.Add(1)
	go func() {
		defer s.wait.Done()
		s.expire()
	}()
	s.wait.Wait()
	close(other)
	s.hangUp()
}
