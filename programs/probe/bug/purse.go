package probe

import "sync"

// A Purse holds money. It is safe for concurrent use.
type Purse struct {
	mu    sync.Mutex
	money int
}

// NewPurse returns a purse with some money.
func NewPurse(money int) *Purse { return &Purse{money: money} }

// Give moves money to another purse, as far as there is some.
func (p *Purse) Give(other *Purse, amount int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.money < amount {
		return false
	}
	other.mu.Lock() // want global-deadlock
	defer other.mu.Unlock()
	p.money -= amount
	other.money += amount
	return true
}

// Money returns how much is left.
func (p *Purse) Money() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.money
}
