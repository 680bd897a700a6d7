package bug

import "testing"

func TestPublishAfterStop(t *testing.T) {
	b := newBroker()
	b.publish("started")
	b.stop()
	b.publish("stopped")
}
