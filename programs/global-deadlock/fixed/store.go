package fixed

import "sync"

type request struct {
	key   string
	reply chan string
}

// A store answers every request, with the zero value if need be.
type store struct {
	requests chan request
	data     map[string]string
}

func newStore() *store {
	s := &store{requests: make(chan request), data: map[string]string{}}
	go func() {
		for r := range s.requests {
			r.reply <- s.data[r.key]
		}
	}()
	return s
}

func (s *store) get(key string) string {
	r := request{key, make(chan string)}
	s.requests <- r
	return <-r.reply
}

func (s *store) close() { close(s.requests) }

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

func (h *hub) leave(id int) { h.leaving <- id }

func (h *hub) reap() {
	for id := range h.leaving {
		h.mu.Lock()
		delete(h.clients, id)
		h.mu.Unlock()
	}
}
