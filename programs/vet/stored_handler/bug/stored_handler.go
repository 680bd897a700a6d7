// Package stored_handler keeps a function as a handler in a struct, and a goroutine of the struct's own calls it.
package stored_handler

type handler interface{ handle(message int) }

type handlerFunc func(int)

func (f handlerFunc) handle(message int) { f(message) }

type quiet struct{}

func (quiet) handle(int) {}

type server struct {
	in      chan int
	handler handler
}

func newServer(h handler) *server {
	if h == nil {
		h = quiet{}
	}
	return &server{in: make(chan int, 8), handler: h}
}

func (s *server) start() { go s.loop() }

func (s *server) loop() {
	for m := range s.in {
		s.serve(m)
	}
}

func (s *server) serve(m int) { s.handler.handle(m) }

// Count reads the sum in a sibling of the function that the server calls.
func Count(messages []int) int {
	sum := 0
	s := newServer(handlerFunc(func(m int) {
		sum += m // want possible closure-race "sum is written here"
	}))
	s.start()
	for _, m := range messages {
		s.in <- m
	}
	report := func() int { return sum }
	return report()
}

// Literal builds the server itself.
func Literal(messages []int) int {
	sum := 0
	s := &server{in: make(chan int, 8), handler: handlerFunc(func(m int) {
		sum += m // want possible closure-race "sum is written here"
	})}
	s.start()
	for _, m := range messages {
		s.in <- m
	}
	report := func() int { return sum }
	return report()
}
