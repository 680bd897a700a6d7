package probe

import "sync"

// A Ledger may be used by several goroutines at the same time.
type Ledger struct {
	mu    sync.Mutex
	total int
}

// NewLedger makes an empty one.
func NewLedger() *Ledger { return &Ledger{} }

// Total is the sum of what was committed.
func (l *Ledger) Total() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.total // want data-race?
}

// Session begins to collect amounts.
func (l *Ledger) Session() *Session { return &Session{ledger: l} }

// A Session collects amounts. It is not safe for concurrent use; each goroutine has its own.
type Session struct {
	ledger  *Ledger
	pending int
}

// Add notes an amount.
func (s *Session) Add(n int) { s.pending += n }

// Commit adds what was noted to the ledger.
func (s *Session) Commit() {
	s.ledger.total += s.pending // want data-race
	s.pending = 0
}
