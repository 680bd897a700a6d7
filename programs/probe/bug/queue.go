package probe

import "sync"

// A Queue is safe for concurrent use.
type Queue struct {
	mu    sync.Mutex
	items []string
}

// NewQueue makes an empty queue.
func NewQueue() *Queue { return &Queue{} }

// Push appends an item.
func (q *Queue) Push(s string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.items = append(q.items, s)
}

// Pop removes the first item; it is "" if there is none.
func (q *Queue) Pop() string { // want non-linearizable~
	q.mu.Lock()
	if len(q.items) == 0 {
		q.mu.Unlock()
		return ""
	}
	head := q.items[0]
	q.mu.Unlock()
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.items) > 0 {
		q.items = q.items[1:]
	}
	return head
}
