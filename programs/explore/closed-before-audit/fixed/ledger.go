// Package fixed says that a ledger is closed when only auditors use its locks any more: the order of
// locks is wrong only on paper.
package fixed

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
	l.accounts.Lock()
	l.journal.Lock()
	l.entries++
	l.journal.Unlock()
	l.accounts.Unlock()
	l.closed.Store(true)
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
