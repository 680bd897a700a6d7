// Package pointee waits for the goroutine, has another state in it, or puts a new one in place first.
package pointee

type state struct{ count int }

type service struct{ state *state }

func (s *service) Run(work func()) int {
	done := make(chan struct{})
	go func() {
		defer close(done)
		work()
		s.state.count++
	}()
	<-done
	return s.state.count
}

type other struct{ state *state }

// Renew works on a state of its own after the go statement.
func (s *other) Renew(work func()) int {
	old := s.state
	go func() {
		work()
		old.count++
	}()
	s.state = &state{}
	s.state.count++
	return s.state.count
}

// Local moves on to the second before it reads.
func Local(first, second *state) int {
	chosen := first
	go func() {
		second.count++
	}()
	current := chosen
	go func() {
		current.count++
	}()
	chosen = &state{}
	return chosen.count
}
