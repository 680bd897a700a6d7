package probe

import "sync"

// A Beacon counts its beats in a goroutine of its own, from Start to Stop.
type Beacon struct {
	mu    *sync.Mutex
	beats int
	quit  chan struct{}
	ended chan struct{}
}

// NewBeacon does not beat yet.
func NewBeacon() *Beacon { return &Beacon{mu: new(sync.Mutex)} }

// Start lets it beat.
func (b *Beacon) Start() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.quit == nil {
		b.quit, b.ended = make(chan struct{}), make(chan struct{})
		go b.beat(b.quit, b.ended)
	}
}

func (b *Beacon) beat(quit <-chan struct{}, ended chan<- struct{}) {
	b.Skip(1)
	<-quit
	close(ended)
}

// Stop ends it, and forgets its beats.
func (b *Beacon) Stop() {
	b.mu.Lock()
	quit, ended := b.quit, b.ended
	b.quit = nil
	b.mu.Unlock()
	if quit != nil {
		close(quit)
		<-ended
		b.beats = 0 // want data-race
	}
}

// Skip counts beats that are not made.
func (b *Beacon) Skip(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.beats += n // want data-race?
}

// Beats are those that were counted.
func (b *Beacon) Beats() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.beats // want data-race?
}
