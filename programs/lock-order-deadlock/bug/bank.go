// Package bug takes locks in orders that can deadlock, though its tests pass.
package bug

import "sync"

type account struct {
	mu      sync.Mutex
	balance int
}

// transfer locks in the order in which the accounts are given.
func transfer(from, to *account, amount int) {
	from.mu.Lock()
	defer from.mu.Unlock()
	to.mu.Lock() // want lock-order-deadlock "in the opposite order"
	defer to.mu.Unlock()
	from.balance -= amount
	to.balance += amount
}

// turns is a semaphore.
type turns chan struct{}

// transfer is one of as many as the channel has room for.
func (t turns) transfer(from, to *account, amount int) {
	t <- struct{}{}
	defer func() { <-t }()
	from.mu.Lock()
	defer from.mu.Unlock()
	to.mu.Lock() // want lock-order-deadlock "in the opposite order"
	defer to.mu.Unlock()
	from.balance -= amount
	to.balance += amount
}

type settings struct {
	mu     sync.RWMutex
	values map[string]string
}

func (s *settings) get(key string) string {
	s.mu.RLock() // want lock-order-deadlock "taken again while it is held: a writer at bank.go:"
	defer s.mu.RUnlock()
	return s.values[key]
}

// address read-locks, and calls what read-locks again.
func (s *settings) address() string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.get("host") + ":" + s.get("port")
}

func (s *settings) set(key, value string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.values[key] = value
}

type table struct {
	mu   sync.RWMutex
	rows int
}

// copyRows only reads from the one table, but two copies in opposite directions exclude each other.
func copyRows(to, from *table) {
	from.mu.RLock()
	defer from.mu.RUnlock()
	to.mu.Lock() // want lock-order-deadlock
	defer to.mu.Unlock()
	to.rows += from.rows
}

type philosopher struct {
	left, right *sync.Mutex
}

func (p philosopher) dine() {
	p.left.Lock()
	defer p.left.Unlock()
	p.right.Lock() // want lock-order-deadlock "3 goroutines can block forever"
	defer p.right.Unlock()
}
