package fixed

import "sync"

type listener struct {
	accepts sync.WaitGroup
	active  sync.WaitGroup
}

func (l *listener) start(conns <-chan func()) {
	l.accepts.Go(func() { l.accept(conns) })
}

func (l *listener) accept(conns <-chan func()) {
	for conn := range conns {
		l.active.Go(conn)
	}
}

// close waits for whatever counts connections, and then for those.
func (l *listener) close() {
	l.accepts.Wait()
	l.active.Wait()
}
