// Package mixed waits for a channel while it holds the lock that the other
// side needs.
package mixed

import "sync"

type hub struct {
	mu      sync.Mutex
	clients map[int]chan string
	leaving chan int
}

func newHub() *hub {
	return &hub{clients: map[int]chan string{}, leaving: make(chan int)}
}

func (h *hub) join(id int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.clients[id] = make(chan string, 1)
}

// leave informs the reaper while it holds the lock.
func (h *hub) leave(id int, holding chan<- struct{}) {
	h.mu.Lock()
	defer h.mu.Unlock()
	close(holding)
	h.leaving <- id // want global-deadlock "deadlocked in chan send"
}

// reap needs the lock before it receives, and comes when leave has it.
func (h *hub) reap(holding <-chan struct{}) {
	<-holding
	for {
		h.mu.Lock()
		delete(h.clients, <-h.leaving)
		h.mu.Unlock()
	}
}
