// Package fixed has a goroutine write what is queued, and takes nothing in when it has ended.
package fixed

import (
	"errors"
	"net"
)

type writer struct {
	conn  net.Conn
	queue chan byte
	ended chan struct{}
}

func start(conn net.Conn) *writer {
	w := &writer{conn: conn, queue: make(chan byte, 1), ended: make(chan struct{})}
	go w.write()
	return w
}

func (w *writer) write() {
	defer close(w.ended)
	for message := range w.queue {
		if _, err := w.conn.Write([]byte{message}); err != nil {
			return
		}
	}
}

func (w *writer) send(message byte) error {
	select {
	case w.queue <- message:
		return nil
	case <-w.ended:
		return errors.New("not connected")
	}
}

func (w *writer) close() {
	close(w.queue)
	<-w.ended
	w.conn.Close()
}
