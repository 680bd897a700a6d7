package probe

import "sync"

// A Courier carries parcels.
type Courier struct {
	parcels, receipts chan string
	done              chan struct{}
	once              sync.Once
}

// NewCourier starts to carry.
func NewCourier() *Courier {
	c := &Courier{parcels: make(chan string), receipts: make(chan string), done: make(chan struct{})}
	go c.carry()
	return c
}

func (c *Courier) carry() {
	for {
		select {
		case p := <-c.parcels:
			select {
			case c.receipts <- p:
			case <-c.done:
				return
			}
		case <-c.done:
			return
		}
	}
}

// Send has a parcel carried.
func (c *Courier) Send(parcel string) {
	select {
	case c.parcels <- parcel:
	case <-c.done:
	}
}

// Receipts has what arrived.
func (c *Courier) Receipts() <-chan string { return c.receipts }

// Close ends the work.
func (c *Courier) Close() { c.once.Do(func() { close(c.done) }) }
