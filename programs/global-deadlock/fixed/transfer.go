// Package fixed locks accounts in the order of their numbers.
package fixed

import "sync"

type account struct {
	id      int
	mu      sync.Mutex
	balance int
}

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
