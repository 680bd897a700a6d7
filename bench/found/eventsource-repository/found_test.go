package eventsource

import "testing"

type anEvent struct{}

func (anEvent) Id() string    { return "1" }
func (anEvent) Event() string { return "" }
func (anEvent) Data() string  { return "" }

// Replay has a copy of the repository, with a lock of its own.
func TestFound(t *testing.T) {
	repo := NewSliceRepository()
	done := make(chan struct{})
	go func() {
		repo.Add("channel", anEvent{})
		close(done)
	}()
	for range repo.Replay("channel", "") {
	}
	<-done
}
