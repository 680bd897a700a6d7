// Package fixed writes under a lock.
package fixed

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
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, err := l.conn.Write([]byte{message}); err != nil {
		return err
	}
	l.sent++
	return nil
}
