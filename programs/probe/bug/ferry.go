package probe

// A Ferry has a goroutine that waits for passengers.
type Ferry struct{ aboard chan string }

// NewFerry starts the goroutine.
func NewFerry() *Ferry {
	f := &Ferry{aboard: make(chan string)}
	go f.wait()
	return f
}

func (f *Ferry) wait() {
	for range f.aboard { // want goroutine-leak
	}
}

// Board lets a passenger in.
func (f *Ferry) Board(name string) { f.aboard <- name }

// Close lays it up.
func (f *Ferry) Close() error { return nil }
