// Package bug closes a channel that others still send on.
package bug

type broker struct {
	events chan string
}

func newBroker() *broker {
	return &broker{events: make(chan string, 4)}
}

func (b *broker) publish(event string) {
	b.events <- event // want send-on-closed "closed at broker.go:"
}

func (b *broker) stop() {
	close(b.events)
}
