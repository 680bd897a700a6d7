// Package bug hands over a lease. Who gives up waiting releases it, and so does
// its holder later.
package bug

import "time"

type lease struct{ released chan struct{} }

func (l *lease) release() {
	close(l.released) // want double-close
}

// take waits for the holder, but not for ever.
func (l *lease) take(limit time.Duration) bool {
	select {
	case <-l.released:
		return true
	case <-time.After(limit):
		l.release()
		return false
	}
}
