// Package bug has races that do harm only where a goroutine is stopped between two accesses.
package bug

// counter counts too little if two goroutines read before one of them writes.
type counter struct{ n int }

func (c *counter) add() {
	c.n++ // want data-race "c.n is written here"
}

type session struct{ user string }

type server struct{ current *session }

// user may find a session, and have none a moment later.
//
//go:noinline
func (s *server) user() string {
	if s.current != nil { // want data-race "s.current is read here"
		return s.current.user // want data-race? "s.current is read here" test-panic "nil pointer"
	}
	return ""
}

func (s *server) logout() {
	s.current = nil
}

// span is half of one and half of another if it is copied while it is set.
type span struct{ from, to int }

type window struct{ now span }

func (w *window) set(from, to int) {
	w.now.from = from // want data-race "is written here"
	w.now.to = to     // want data-race? "is written here"
}

func (w *window) length() int {
	now := w.now
	return now.to - now.from
}
