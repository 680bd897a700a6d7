// Package fixed hands over a lease. Who gives up waiting leaves it to its holder;
// who releases a lease that it does not have makes a mistake.
package fixed

import (
	"errors"
	"sync"
	"time"
)

type lease struct {
	mu   sync.Mutex
	held chan struct{}
}

var errTimeout = errors.New("somebody else has it")

func (l *lease) release() {
	l.mu.Lock()
	released := l.held
	l.held = nil
	l.mu.Unlock()
	close(released) // want double-close~
}

// take waits for the holder, but not for ever.
func (l *lease) take(limit time.Duration) error {
	for {
		l.mu.Lock()
		held := l.held
		if held == nil {
			l.held = make(chan struct{})
			l.mu.Unlock()
			return nil
		}
		l.mu.Unlock()
		select {
		case <-held:
		case <-time.After(limit):
			return errTimeout
		}
	}
}
