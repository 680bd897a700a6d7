package emitter

import "testing"

// Emit has the caller close its channel to give up, and closes it itself when all events are sent.
func TestFound(t *testing.T) {
	e := New(1)
	e.On("topic")
	close(e.Emit("topic"))
}
