// Package closing starts a goroutine again and again that closes a channel, made again each time, or only if all went well.
package closing

type session struct {
	shutdown chan struct{}
	closed   chan struct{}
	err      error
}

// EachTime has a channel for each goroutine, so nothing says that there is one.
func EachTime(s *session, end func() error) {
	for range s.shutdown {
		s.closed = make(chan struct{})
		go func() {
			s.err = end()   // want possible closure-race "s.err is written here"
			close(s.closed) // want possible closure-race "s.closed is read here"
		}()
	}
}

// OnSuccess closes the channel in only one of the goroutines.
func OnSuccess(s *session, end func() error) {
	for range s.shutdown {
		go func() {
			s.err = end() // want possible closure-race "s.err is written here"
			if s.err == nil {
				close(s.closed)
			}
		}()
	}
}
