// Package bug says that a ledger is closed before it has taken its locks for the last time.
package bug

import (
	"sync"
	"sync/atomic"
)

type ledger struct {
	accounts, journal sync.Mutex
	closed            atomic.Bool
	entries           int
}

// close books what is left: accounts first, then the journal.
func (l *ledger) close() {
	l.closed.Store(true)
	l.accounts.Lock()
	l.journal.Lock() // want global-deadlock
	l.entries++
	l.journal.Unlock()
	l.accounts.Unlock()
}

// audit looks at a closed ledger: the journal first, then accounts.
func (l *ledger) audit() int {
	if !l.closed.Load() {
		return 0
	}
	l.journal.Lock()
	defer l.journal.Unlock()
	l.accounts.Lock()
	defer l.accounts.Unlock()
	return l.entries
}
