// Package bug moves money between accounts and locks them in the order in
// which the caller names them.
package bug

import "sync"

type account struct {
	mu      sync.Mutex
	balance int
}

// transfer locks the giver first. Two transfers in opposite directions can
// each hold one lock and wait for the other.
func transfer(from, to *account, amount int, locked func()) {
	from.mu.Lock()
	defer from.mu.Unlock()
	locked()
	to.mu.Lock() // want global-deadlock "2 goroutines wait for each other in a cycle"
	defer to.mu.Unlock()
	from.balance -= amount
	to.balance += amount
}
