package probe

import "sync"

// Tasks gives tasks to whoever waits for one. Its methods may be called from different goroutines.
type Tasks struct {
	mu    sync.Mutex
	some  *sync.Cond
	names []string
}

// NewTasks has none.
func NewTasks() *Tasks {
	t := &Tasks{}
	t.some = sync.NewCond(&t.mu)
	return t
}

// Give adds a task.
func (t *Tasks) Give(name string) {
	t.mu.Lock()
	t.names = append(t.names, name)
	t.mu.Unlock()
	t.some.Broadcast()
}

// Take waits for a task.
func (t *Tasks) Take() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.names) == 0 {
		t.some.Wait()
	}
	name := t.names[0] // want test-panic
	t.names = t.names[1:]
	return name
}
