package bug

import (
	"errors"
	"sync"
)

var errPoor = errors.New("poor")

type account struct {
	mu      sync.Mutex
	balance int
}

// withdraw returns early with the lock held. The caller drops the account after an
// error, so that no goroutine ever waits: only the collector can know.
func (a *account) withdraw(sum int) error {
	a.mu.Lock() // want missing-unlock~ "the lock taken here is never unlocked"
	if a.balance < sum {
		return errPoor
	}
	a.balance -= sum
	a.mu.Unlock()
	return nil
}

type index struct {
	mu    sync.RWMutex
	words map[string]int
}

// page returns early with the read lock held.
func (x *index) page(word string) int {
	x.mu.RLock() // want missing-unlock~ "the read lock taken here is never unlocked"
	page, ok := x.words[word]
	if !ok {
		return 0
	}
	x.mu.RUnlock()
	return page
}
