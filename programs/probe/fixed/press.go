package probe

import (
	"strings"
	"sync"
)

// A Press prints pages. It is safe for concurrent use.
type Press struct {
	// Trim has Print leave out what is blank at the ends of pages.
	Trim bool

	mu    sync.Mutex
	pages []string
	cut   int
}

// NewPress has some pages.
func NewPress(pages ...string) *Press { return &Press{pages: pages} }

// Print is all pages.
func (p *Press) Print() string {
	text := strings.Join(p.pages, "\n")
	if p.Trim {
		p.mu.Lock()
		p.cut++
		p.mu.Unlock()
		return strings.TrimSpace(text)
	}
	return text
}

// Cuts is how often something was left out.
func (p *Press) Cuts() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.cut
}

// Forget begins to count again.
func (p *Press) Forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cut = 0
}
