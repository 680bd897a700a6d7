package probe

import "sync"

// A Pump gives back what was put into it, in order.
type Pump struct {
	mu    sync.Mutex
	texts []string
	more  chan struct{}
	ended bool
}

// NewPump is empty.
func NewPump() *Pump { return &Pump{more: make(chan struct{}, 1)} }

// Put adds a text.
func (p *Pump) Put(text string) {
	p.mu.Lock()
	p.texts = append(p.texts, text)
	p.mu.Unlock()
	p.wake()
}

func (p *Pump) wake() {
	select {
	case p.more <- struct{}{}:
	default:
	}
}

// Next takes the first text, and waits for one; it is "" after End.
func (p *Pump) Next() string {
	for {
		if p.ended { // want data-race
			p.wake() // another Next may wait as well
			return ""
		}
		p.mu.Lock()
		if len(p.texts) > 0 {
			text := p.texts[0]
			p.texts = p.texts[1:]
			if len(p.texts) > 0 {
				p.wake()
			}
			p.mu.Unlock()
			return text
		}
		p.mu.Unlock()
		<-p.more
	}
}

// End makes Next return.
func (p *Pump) End() {
	p.ended = true // want data-race?
	p.wake()
}
