package probe

import "sync"

// A conduit carries words from its Inlet to its Outlet.
type conduit struct {
	mu    sync.Mutex
	flows *sync.Cond
	words []string
	over  bool
}

// An Inlet is one end. Both ends are safe for concurrent use.
type Inlet struct{ c *conduit }

// An Outlet is the other end. Both ends are safe for concurrent use.
type Outlet struct{ c *conduit }

// NewConduit makes both ends.
func NewConduit() (*Outlet, *Inlet) {
	c := new(conduit)
	c.flows = sync.NewCond(&c.mu)
	return &Outlet{c}, &Inlet{c}
}

// Send puts a word in.
func (i *Inlet) Send(word string) {
	i.c.mu.Lock()
	defer i.c.mu.Unlock()
	i.c.words = append(i.c.words, word)
	i.c.flows.Signal()
}

// Close ends all waits for words.
func (i *Inlet) Close() {
	i.c.mu.Lock()
	defer i.c.mu.Unlock()
	i.c.over = true
}

// Take waits for a word, and returns "" after Close.
func (o *Outlet) Take() string {
	o.c.mu.Lock()
	defer o.c.mu.Unlock()
	for len(o.c.words) == 0 {
		if o.c.over {
			return ""
		}
		o.c.flows.Wait() // want cond-stuck
	}
	word := o.c.words[0]
	o.c.words = o.c.words[1:]
	return word
}
