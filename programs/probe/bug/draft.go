package probe

import (
	"sync"
	"time"
)

// A Draft is saved a second after each change of its text.
type Draft struct {
	mu    sync.Mutex
	text  string
	saves int
}

func NewDraft() *Draft { return &Draft{} }

func (d *Draft) Edit(text string) {
	d.mu.Lock()
	d.text = text
	d.mu.Unlock()
	time.AfterFunc(time.Second, d.save)
}

func (d *Draft) save() {
	d.saves++ // want data-race
}

func (d *Draft) Saves() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.saves
}
