package probe

import "sync"

// A Table is safe for concurrent use.
type Table struct {
	mu   sync.RWMutex
	rows map[string]string
}

// NewTable is empty.
func NewTable() *Table { return &Table{rows: make(map[string]string)} }

// Put sets a row.
func (t *Table) Put(key, row string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.rows[key] = row
}

// Rows is the number of rows.
func (t *Table) Rows() int {
	t.mu.RLock() // want double-lock
	defer t.mu.RUnlock()
	return len(t.rows)
}

// Each calls f with each row. f may read the table.
func (t *Table) Each(f func(row string)) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	for _, row := range t.rows {
		f(row)
	}
}
