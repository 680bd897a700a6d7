package fixed

import "sync"

// link is ended by the first that closes it; all that do wait for the end with its lock held.
type link struct {
	mu      sync.Mutex
	closing bool
	gone    sync.WaitGroup
}

func dial() *link {
	l := &link{}
	l.gone.Add(1)
	go l.read()
	return l
}

func (l *link) read() { l.close() }

func (l *link) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.closing {
		l.closing = true
		l.gone.Done()
	}
	l.gone.Wait()
}
