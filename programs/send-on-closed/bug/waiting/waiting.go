// Package waiting closes a channel while a sender is blocked on it.
package waiting

type stream struct {
	out  chan int
	quit chan struct{}
}

func (s *stream) emit(v int) {
	select { // want send-on-closed
	case s.out <- v:
	case <-s.quit:
	}
}
