package probe

import (
	"errors"
	"sync"
)

// A Guest joins a Roster, which greets it.
type Guest struct {
	name  string
	greet func()
}

// A Roster is safe for concurrent use.
type Roster struct {
	mu      sync.Mutex
	guests  []string
	greeted int
}

func NewRoster() *Roster { return &Roster{} }

// Join refuses a guest without a greeting.
func (r *Roster) Join(g *Guest) error {
	if g.greet == nil {
		return errors.New("no greeting")
	}
	r.mu.Lock()
	r.guests = append(r.guests, g.name)
	r.mu.Unlock()
	g.greet()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.greeted++
	return nil
}

// Greeted is how many guests were greeted.
func (r *Roster) Greeted() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.greeted
}

// Forget begins to count again.
func (r *Roster) Forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.greeted = 0
}
