// Package bug answers queries, and logs those that take long. Who logs one has the
// log before the table, and who shrinks the table has it after.
package bug

import (
	"sync"
	"time"
)

const slow = time.Millisecond

type table struct {
	mu   sync.Mutex
	rows []int

	logMu sync.Mutex
	log   []time.Duration
}

func (t *table) sum() int {
	t.mu.Lock()
	rows := t.rows
	t.mu.Unlock()
	start := time.Now()
	sum := 0
	for _, row := range rows {
		sum += row
	}
	if took := time.Since(start); took > slow {
		t.logMu.Lock()
		defer t.logMu.Unlock()
		t.log = append(t.log, took)
		t.mu.Lock() // want global-deadlock
		t.rows = append([]int(nil), t.rows...)
		t.mu.Unlock()
	}
	return sum
}

// shrink forgets rows, and what was logged of them.
func (t *table) shrink(to int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.rows = t.rows[:to]
	t.logMu.Lock()
	defer t.logMu.Unlock()
	t.log = nil
}
