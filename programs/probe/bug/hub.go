package probe

import "sync"

// A Hub sends to all that listen. It is safe for concurrent use.
type Hub struct {
	mu     sync.Mutex
	inbox  chan string
	stop   chan struct{}
	closed bool
}

// NewHub starts the hub.
func NewHub() *Hub {
	h := &Hub{inbox: make(chan string), stop: make(chan struct{})}
	go h.run()
	return h
}

func (h *Hub) run() {
	for {
		select {
		case <-h.inbox:
		case <-h.stop:
			return
		}
	}
}

// Send gives a message to the hub; a closed hub drops it.
func (h *Hub) Send(s string) {
	h.mu.Lock()
	closed := h.closed
	h.mu.Unlock()
	if !closed {
		h.inbox <- s // want global-deadlock
	}
}

// Close ends the hub; it may be called twice.
func (h *Hub) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.closed {
		h.closed = true
		close(h.stop)
	}
}
