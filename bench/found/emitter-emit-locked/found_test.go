package emitter

import "testing"

// The receiver asks for the listeners before it receives.
func TestFound(t *testing.T) {
	var e Emitter
	event := e.On("topic")
	e.Emit("topic")
	e.Listeners("topic")
	<-event
}
