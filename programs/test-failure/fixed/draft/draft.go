// Package draft stores what is written when it has not changed for a while.
package draft

import (
	"sync"
	"time"
)

// draft is stored when it has not changed for a while.
type draft struct {
	quiet time.Duration
	store func(text string)

	mu        sync.Mutex
	text      string
	timer     *time.Timer
	discarded bool
}

func (d *draft) change(text string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.text = text
	if d.timer == nil {
		d.timer = time.AfterFunc(d.quiet, d.save)
		return
	}
	d.timer.Reset(d.quiet)
}

func (d *draft) save() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.discarded {
		d.store(d.text)
	}
}

// discard comes before save or after all of it, whether or not it stopped the timer in time.
func (d *draft) discard() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.discarded = true
	d.timer.Stop()
}
