package event

import "testing"

// One event is fired twice, as a program does that keeps it.
func TestFound(t *testing.T) {
	em := NewManager("found")
	done := make(chan struct{})
	em.On("evt", ListenerFunc(func(Event) error {
		done <- struct{}{}
		return nil
	}))
	e := NewBasic("evt", nil)
	em.AsyncFire(e)
	em.AsyncFire(e)
	<-done
	<-done
}
