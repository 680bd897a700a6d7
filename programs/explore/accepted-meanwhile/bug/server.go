// Package bug closes the connections that its server knows, and then waits for all.
package bug

import (
	"net"
	"sync"
)

type server struct {
	listener net.Listener
	mu       sync.Mutex
	open     map[net.Conn]bool
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
		n, err := c.Read(buffer) // want global-deadlock
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
	for c := range s.open {
		c.Close()
	}
	s.mu.Unlock()
	s.running.Wait()
}
