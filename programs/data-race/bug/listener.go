package bug

import "sync"

type listener struct {
	active sync.WaitGroup
}

// accept counts each connection as it comes, also while the listener closes.
func (l *listener) accept(conns <-chan func()) {
	for conn := range conns {
		l.active.Add(1) // want waitgroup-misuse "Add is not ordered before the Wait at listener.go:21, which may miss it"
		go func() {
			defer l.active.Done()
			conn()
		}()
	}
}

func (l *listener) close() {
	l.active.Wait()
}
