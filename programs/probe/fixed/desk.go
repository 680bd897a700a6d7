package probe

import (
	"net"
	"sync"
)

// A Desk greets those who connect.
type Desk struct {
	Addr string
	mu   sync.Mutex
	ln   net.Listener
}

// Serve greets until Close is called.
func (d *Desk) Serve() error {
	ln, err := net.Listen("tcp", d.Addr)
	if err != nil {
		return err
	}
	d.mu.Lock()
	d.ln = ln
	d.mu.Unlock()
	for {
		conn, err := ln.Accept()
		if err != nil {
			return err
		}
		conn.Close()
	}
}

// Close ends Serve.
func (d *Desk) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.ln == nil {
		return nil
	}
	return d.ln.Close()
}
