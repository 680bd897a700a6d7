package eventbus

import "testing"

// HasSubscribers goes through the topics without the lock with which SubscribeChannel adds one.
func TestFound(t *testing.T) {
	bus := NewEventBus()
	done := make(chan struct{})
	go func() {
		bus.SubscribeChannel("topic", NewEventChannel())
		close(done)
	}()
	bus.HasSubscribers("topic")
	<-done
}
