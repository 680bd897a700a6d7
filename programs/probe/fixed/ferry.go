package probe

import "errors"

// A Ferry has a goroutine that waits for passengers.
type Ferry struct{ aboard chan string }

var errAboard = errors.New("passengers are aboard")

// NewFerry starts the goroutine.
func NewFerry() *Ferry {
	f := &Ferry{aboard: make(chan string)}
	go f.wait()
	return f
}

func (f *Ferry) wait() {
	for range f.aboard {
	}
}

// Board lets a passenger in.
func (f *Ferry) Board(name string) { f.aboard <- name }

// Close fails as long as passengers are aboard, and then the goroutine stays.
func (f *Ferry) Close() error { return errAboard }
