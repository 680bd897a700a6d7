package probe

import "sync"

type cellar struct {
	mu      sync.Mutex
	bottles int
}

// Cellars keep bottles.
type Cellars struct {
	mu  sync.Mutex
	all map[string]*cellar
}

func NewCellars(names ...string) *Cellars {
	c := &Cellars{all: map[string]*cellar{}}
	for _, name := range names {
		c.all[name] = new(cellar)
	}
	return c
}

func (c *Cellars) cellar(name string) *cellar {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.all[name]
}

// Store adds bottles to a cellar.
func (c *Cellars) Store(name string, bottles int) {
	one := c.cellar(name)
	one.mu.Lock()
	defer one.mu.Unlock()
	one.bottles += bottles
}

// Move carries bottles from one cellar to another.
func (c *Cellars) Move(from, to string, bottles int) bool {
	if from == to {
		return false
	}
	a, b := c.cellar(from), c.cellar(to)
	first, second := a, b
	if from > to {
		first, second = b, a
	}
	first.mu.Lock()
	second.mu.Lock()
	defer a.mu.Unlock()
	defer b.mu.Unlock()
	if a.bottles < bottles {
		return false
	}
	a.bottles -= bottles
	b.bottles += bottles
	return true
}
