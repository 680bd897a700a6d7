// Package bug forgets to shut its broadcaster down when it gives up.
package bug

import (
	"context"
	"time"
)

type broadcaster struct {
	incoming chan string
	heard    chan string
}

func newBroadcaster(length int) *broadcaster {
	b := &broadcaster{incoming: make(chan string, length), heard: make(chan string, length)}
	go b.loop()
	return b
}

func (b *broadcaster) loop() {
	for event := range b.incoming { // want goroutine-leak
		b.heard <- event
	}
}

func (b *broadcaster) shutdown() {
	close(b.incoming)
}

func announce(event string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	b := newBroadcaster(1)
	b.incoming <- event
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-b.heard:
	}
	b.shutdown()
	return nil
}
