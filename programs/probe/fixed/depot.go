package probe

import "sync"

// A Depot has goods, and orders of them.
type Depot struct {
	goods  sync.Mutex
	stock  map[string]int
	orders sync.Mutex
	open   map[string]int
}

// NewDepot makes one without goods.
func NewDepot() *Depot { return &Depot{stock: make(map[string]int), open: make(map[string]int)} }

// Fill adds goods, and delivers what was ordered of them.
func (d *Depot) Fill(name string, n int) {
	d.goods.Lock()
	defer d.goods.Unlock()
	d.orders.Lock()
	defer d.orders.Unlock()
	d.stock[name] += n - d.open[name]
	delete(d.open, name)
}

// Order asks for goods that there are not enough of.
func (d *Depot) Order(name string, n int) {
	d.goods.Lock()
	defer d.goods.Unlock()
	d.orders.Lock()
	defer d.orders.Unlock()
	if d.stock[name] < n {
		d.open[name] += n
	}
}
