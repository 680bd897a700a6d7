package probe

// A Lookout has a goroutine of its own. It is not safe for concurrent use.
type Lookout struct {
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
		l.reports++ // want data-race
	}
	<-l.stop
}

// Reports is how often something was reported.
func (l *Lookout) Reports() int {
	return l.reports // want data-race?
}

// Close ends the goroutine.
func (l *Lookout) Close() { close(l.stop) }
