// Package closing starts a goroutine in a loop that closes a channel, which only one can do.
package closing

type session struct {
	shutdown chan struct{}
	closed   chan struct{}
	err      error
}

func Run(s *session, end func() error) {
	for {
		select {
		case <-s.closed:
			return
		case <-s.shutdown:
			go func() {
				s.err = end()
				close(s.closed)
			}()
		}
	}
}

func Deferred(s *session, end func() error) {
	for range s.shutdown {
		go func() {
			defer close(s.closed)
			if err := end(); err != nil {
				s.err = err
			}
		}()
	}
}
