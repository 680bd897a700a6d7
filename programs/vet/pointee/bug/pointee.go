// Package pointee shares what a pointer in a struct points to.
package pointee

type state struct{ count int }

type service struct{ state *state }

func (s *service) Run(work func()) int {
	go func() {
		work()
		s.state.count++ // want possible closure-race "s.state.count is (written|read) here"
	}()
	return s.state.count
}

func Local(first, second *state, either bool) int {
	chosen := first
	if either {
		chosen = second
	}
	go func() {
		chosen.count++ // want possible closure-race "chosen.count is (written|read) here"
	}()
	return chosen.count
}
