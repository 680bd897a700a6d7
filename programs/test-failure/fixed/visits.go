package fixed

import "sync"

// visits counts visits of pages.
type visits struct {
	mu    sync.Mutex
	count int
	last  string
	pages map[string]int
}

func (v *visits) read() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.count
}

// visit counts while it has the lock.
func (v *visits) visit(page string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.count++
	v.pages[page]++
	v.last = page
}
