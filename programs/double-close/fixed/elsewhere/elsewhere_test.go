package elsewhere

import "testing"

func TestHangUpAfterExpiry(t *testing.T) {
	s := &stream{done: make(chan struct{})}
	s.wait.Add(1)
	go func() {
		defer s.wait.Done()
		s.expire()
	}()
	s.wait.Wait()
	s.hangUp()
}
