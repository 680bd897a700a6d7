// Package bug moves money between accounts. Two transfers in opposite
// directions take the accounts' locks in opposite orders.
package bug

import "sync"

type account struct {
	mu      sync.Mutex
	balance int
}

func transfer(from, to *account, amount int) {
	from.mu.Lock()
	defer from.mu.Unlock()
	to.mu.Lock() // want global-deadlock
	defer to.mu.Unlock()
	from.balance -= amount
	to.balance += amount
}
