package probe

import "net"

// A Desk greets those who connect.
type Desk struct {
	Addr string
	ln   net.Listener
}

// Serve greets until Close is called.
func (d *Desk) Serve() error {
	ln, err := net.Listen("tcp", d.Addr)
	if err != nil {
		return err
	}
	d.ln = ln // want data-race
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
	if d.ln == nil {
		return nil
	}
	return d.ln.Close()
}
