package emitter

import "testing"

// Off stops the group's goroutine, and starts it again.
func TestFound(t *testing.T) {
	var g Group
	<-func() chan struct{} { done := make(chan struct{}); close(done); return done }()
	g.On()
	g.Off()
}
