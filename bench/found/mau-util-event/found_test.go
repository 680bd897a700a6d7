package exsync

import "testing"

func TestFound(t *testing.T) {
	e := NewEvent()
	done := make(chan struct{})
	go func() {
		e.GetChan()
		close(done)
	}()
	e.GetChan()
	<-done
}
