// Package fixed closes also the connections that its server hears of meanwhile.
package fixed

import (
	"net"
	"sync"
)

type server struct {
	listener net.Listener
	mu       sync.Mutex
	open     map[net.Conn]bool
	closed   bool
	running  sync.WaitGroup
}

func start(listener net.Listener) *server {
	s := &server{listener: listener, open: make(map[net.Conn]bool)}
	s.running.Add(1)
	go s.accept()
	return s
}

func (s *server) accept() {
	defer s.running.Done()
	for {
		c, err := s.listener.Accept()
		if err != nil {
			return
		}
		s.mu.Lock()
		s.open[c] = true
		if s.closed {
			c.Close()
		}
		s.mu.Unlock()
		s.running.Add(1)
		go s.echo(c)
	}
}

func (s *server) echo(c net.Conn) {
	defer s.running.Done()
	defer c.Close()
	buffer := make([]byte, 512)
	for {
		n, err := c.Read(buffer)
		if err != nil {
			return
		}
		if _, err := c.Write(buffer[:n]); err != nil {
			return
		}
	}
}

func (s *server) close() {
	s.listener.Close()
	s.mu.Lock()
	s.closed = true
	for c := range s.open {
		c.Close()
	}
	s.mu.Unlock()
	s.running.Wait()
}
