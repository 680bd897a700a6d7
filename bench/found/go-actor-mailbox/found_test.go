package actor_test

import (
	"testing"

	"github.com/vladopajic/go-actor/actor"
)

// The receiver waits for the mailbox to be closed, as its documentation says.
func TestFound(t *testing.T) {
	m := actor.NewMailbox[int](actor.OptAsChan(), actor.OptCapacity(1))
	m.Start()
	go func() { _ = m.Send(actor.ContextStarted(), 1) }()
	m.Stop()
	for range m.ReceiveC() {
	}
}
