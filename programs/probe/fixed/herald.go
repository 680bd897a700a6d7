package probe

import (
	"sync/atomic"
	"time"
)

// A Herald counts seconds and minutes.
type Herald struct {
	seconds, minutes atomic.Int64
	stop             chan struct{}
}

// NewHerald returns one that does not count yet.
func NewHerald() *Herald { return &Herald{stop: make(chan struct{})} }

// Start begins to count.
func (h *Herald) Start() {
	go h.count(time.Second, &h.seconds)
	go h.count(time.Minute, &h.minutes)
}

func (h *Herald) count(every time.Duration, n *atomic.Int64) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			n.Add(1)
		case <-h.stop:
			return
		}
	}
}

// Seconds that were counted.
func (h *Herald) Seconds() int64 { return h.seconds.Load() }

// Stop ends what Start began.
func (h *Herald) Stop() {
	close(h.stop)
}
