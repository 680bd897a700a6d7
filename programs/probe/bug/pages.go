package probe

import "sync"

type page struct {
	mu    sync.Mutex
	lines []string
}

// Pages has lines on several pages.
type Pages struct{ all [2]*page }

// NewPages has none.
func NewPages() *Pages { return &Pages{[2]*page{{}, {}}} }

// Write adds a line to a page.
func (p *Pages) Write(number int, line string) {
	one := p.all[number%2]
	one.mu.Lock()
	defer one.mu.Unlock()
	one.lines = append(one.lines, line) // want data-race?
}

// Read is the last line of a page.
func (p *Pages) Read(number int) string {
	one := p.all[number%2]
	one.mu.Lock()
	defer one.mu.Unlock()
	if len(one.lines) == 0 {
		return ""
	}
	return one.lines[len(one.lines)-1]
}

// Len is how many lines there are.
func (p *Pages) Len() int {
	n := 0
	for _, one := range p.all {
		n += len(one.lines) // want data-race?
	}
	return n
}
