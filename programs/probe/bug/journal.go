package probe

import "sync"

// Journal collects lines until they are flushed.
type Journal struct {
	mu    sync.Mutex
	lines []string
}

// NewJournal has none, and room for some.
func NewJournal() *Journal { return &Journal{lines: make([]string, 0, 4)} }

// Note adds a line.
func (j *Journal) Note(line string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.lines = append(j.lines, line) // want data-race
}

// Flush returns the lines, and begins again.
func (j *Journal) Flush() []string {
	j.mu.Lock()
	lines := j.lines
	j.lines = j.lines[:0]
	j.mu.Unlock()
	return append([]string(nil), lines...) // want data-race?
}

// Len is how many there are.
func (j *Journal) Len() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return len(j.lines)
}
