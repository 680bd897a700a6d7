// Package stored_handler waits for the goroutine of the struct before it reads, or holds a lock.
package stored_handler

import "sync"

type handler interface{ handle(message int) }

type handlerFunc func(int)

func (f handlerFunc) handle(message int) { f(message) }

type quiet struct{}

func (quiet) handle(int) {}

type server struct {
	in      chan int
	over    chan struct{}
	handler handler
}

func newServer(h handler) *server {
	if h == nil {
		h = quiet{}
	}
	return &server{in: make(chan int, 8), over: make(chan struct{}), handler: h}
}

func (s *server) start() { go s.loop() }

func (s *server) loop() {
	defer close(s.over)
	for m := range s.in {
		s.serve(m)
	}
}

func (s *server) serve(m int) { s.handler.handle(m) }

func Count(messages []int) int {
	sum := 0
	s := newServer(handlerFunc(func(m int) {
		sum += m
	}))
	s.start()
	for _, m := range messages {
		s.in <- m
	}
	close(s.in)
	<-s.over
	report := func() int { return sum }
	return report()
}

func Locked(messages []int) int {
	var mu sync.Mutex
	sum := 0
	s := newServer(handlerFunc(func(m int) {
		mu.Lock()
		defer mu.Unlock()
		sum += m
	}))
	s.start()
	for _, m := range messages {
		s.in <- m
	}
	report := func() int {
		mu.Lock()
		defer mu.Unlock()
		return sum
	}
	return report()
}
