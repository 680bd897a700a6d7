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

	mu    sync.Mutex
	text  string
	timer *time.Timer
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
	text := d.text
	d.mu.Unlock()
	d.store(text)
}

// discard does not look whether it stopped the timer in time: save may be running already.
func (d *draft) discard() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.timer.Stop()
}
