package probe

import "sync"

// A Lookout has a goroutine of its own. It is not safe for concurrent use.
type Lookout struct {
	mu      sync.Mutex
	names   []string
	loud    bool
	reports int
	stop    chan struct{}
}

// NewLookout looks out for names.
func NewLookout(names ...string) *Lookout {
	l := &Lookout{names: names, stop: make(chan struct{})}
	go l.watch()
	return l
}

// NewLoudLookout also reports that it has begun.
func NewLoudLookout(loud bool) *Lookout {
	l := &Lookout{loud: loud, stop: make(chan struct{})}
	go l.watch()
	return l
}

func (l *Lookout) watch() {
	if l.loud {
		l.mu.Lock()
		l.reports++
		l.mu.Unlock()
	}
	<-l.stop
}

// Reports is how often something was reported.
func (l *Lookout) Reports() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.reports
}

// Close ends the goroutine.
func (l *Lookout) Close() { close(l.stop) }
