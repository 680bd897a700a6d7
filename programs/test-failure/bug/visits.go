package bug

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

// visit loses the visits that others have counted since it read how many there were.
func (v *visits) visit(page string) {
	count := v.read()
	v.mu.Lock()
	defer v.mu.Unlock()
	v.count = count + 1
	v.pages[page]++
	v.last = page
}
