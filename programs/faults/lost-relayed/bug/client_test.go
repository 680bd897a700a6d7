package bug

import (
	"testing"

	"harrier.dev/programs/faults/peer"
)

func TestAsk(t *testing.T) {
	if answer, err := ask(peer.Receive(t), 1); err == nil && answer != 2 {
		t.Error(answer)
	}
}
