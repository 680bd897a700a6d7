package fixed

import (
	"errors"
	"sync"
)

var errPoor = errors.New("poor")

type account struct {
	mu      sync.Mutex
	balance int
}

func (a *account) withdraw(sum int) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.balance < sum {
		return errPoor
	}
	a.balance -= sum
	return nil
}

// begin and commit are a pair: the lock is held in between.
func (a *account) begin()  { a.mu.Lock() }
func (a *account) commit() { a.mu.Unlock() }

type index struct {
	mu    sync.RWMutex
	words map[string]int
}

func (x *index) page(word string) int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.words[word]
}

// begun is an account that is in the middle of something when the process ends, and
// that can still be reached.
var begun *account
