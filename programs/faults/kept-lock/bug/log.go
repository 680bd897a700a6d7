// Package bug writes under a lock, which it keeps when that fails.
package bug

import (
	"net"
	"sync"
)

type log struct {
	mu   sync.Mutex
	conn net.Conn
	sent int
}

func (l *log) send(message byte) error {
	l.mu.Lock() // want double-lock missing-unlock?
	if _, err := l.conn.Write([]byte{message}); err != nil {
		return err
	}
	l.sent++
	l.mu.Unlock()
	return nil
}
