// Package fixed makes a deal, or none if the offer is withdrawn meanwhile.
package fixed

import "sync"

// peers show each other how far they are by closing channels.
type peers struct {
	offered, requested, agreed, withdrawn chan struct{}
}

func newPeers() *peers {
	return &peers{make(chan struct{}), make(chan struct{}), make(chan struct{}), make(chan struct{})}
}

// think takes its time, in many steps.
func think() {
	var mu sync.Mutex
	steps := 0
	for range 12 {
		mu.Lock()
		steps++
		mu.Unlock()
	}
}

// sell offers, and withdraws the offer if no peer wants it.
func (p *peers) sell() {
	close(p.offered)
	think()
	select {
	case <-p.requested:
		close(p.agreed)
		return
	default:
	}
	close(p.withdrawn)
}

// buy asks for what it is not offered.
func (p *peers) buy() {
	think()
	select {
	case <-p.offered:
		return
	default:
	}
	close(p.requested)
	think()
	select {
	case <-p.withdrawn:
	case <-p.agreed:
	}
}
