// Package fixed takes locks in orders that can't deadlock, each for another reason.
package fixed

import "sync"

type account struct {
	id      int
	mu      sync.Mutex
	balance int
}

// transfer locks in the order of the ids.
func transfer(from, to *account, amount int) {
	first, second := from, to
	if second.id < first.id {
		first, second = second, first
	}
	first.mu.Lock()
	defer first.mu.Unlock()
	second.mu.Lock()
	defer second.mu.Unlock()
	from.balance -= amount
	to.balance += amount
}

type bank struct {
	gate sync.Mutex
}

// transfer locks in any order, but one transfer at a time.
func (b *bank) transfer(from, to *account, amount int) {
	b.gate.Lock()
	defer b.gate.Unlock()
	from.mu.Lock()
	defer from.mu.Unlock()
	to.mu.Lock()
	defer to.mu.Unlock()
	from.balance -= amount
	to.balance += amount
}

// turns is a semaphore: a channel with room for as many as may continue at once.
type turns chan struct{}

// transfer locks in any order, but one transfer at a time, if there is room for one.
func (t turns) transfer(from, to *account, amount int) {
	t <- struct{}{}
	defer func() { <-t }()
	from.mu.Lock()
	defer from.mu.Unlock()
	to.mu.Lock()
	defer to.mu.Unlock()
	from.balance -= amount
	to.balance += amount
}

// tryTransfer gives up rather than wait for the second lock.
func tryTransfer(from, to *account, amount int) bool {
	from.mu.Lock()
	defer from.mu.Unlock()
	if !to.mu.TryLock() {
		return false
	}
	defer to.mu.Unlock()
	from.balance -= amount
	to.balance += amount
	return true
}

type settings struct {
	mu     sync.RWMutex
	values map[string]string
}

func (s *settings) getLocked(key string) string { return s.values[key] }

func (s *settings) address() string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.getLocked("host") + ":" + s.getLocked("port")
}

func (s *settings) set(key, value string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.values[key] = value
}

// compare read-locks both in any order; no goroutine ever writes.
func compare(a, b *settings) bool {
	a.mu.RLock()
	defer a.mu.RUnlock()
	b.mu.RLock()
	defer b.mu.RUnlock()
	return len(a.values) == len(b.values)
}

type server struct {
	mu    sync.Mutex
	conns []*conn
}

type conn struct {
	mu     sync.Mutex
	server *server
	closed bool
}

// open locks the new connection under the server's lock, before any other goroutine can know it.
func (s *server) open() *conn {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := &conn{server: s}
	c.mu.Lock()
	defer c.mu.Unlock()
	s.conns = append(s.conns, c)
	return c
}

func (s *server) last() *conn {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.conns) == 0 {
		return nil
	}
	return s.conns[len(s.conns)-1]
}

func (c *conn) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.server.conns = nil
}
