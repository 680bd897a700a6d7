// Package fixed moves money between accounts. Locks are taken in the order of
// the accounts' numbers, whatever the direction.
package fixed

import "sync"

type account struct {
	number  int
	mu      sync.Mutex
	balance int
}

func transfer(from, to *account, amount int) {
	first, second := from, to
	if first.number > second.number {
		first, second = second, first
	}
	first.mu.Lock()
	defer first.mu.Unlock()
	second.mu.Lock()
	defer second.mu.Unlock()
	from.balance -= amount
	to.balance += amount
}
