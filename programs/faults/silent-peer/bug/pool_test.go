package bug

import (
	"testing"

	"harrier.dev/programs/faults/peer"
)

func TestAsk(t *testing.T) {
	p := &pool{peer.Listen(t), make(chan struct{}, 1)}
	for question := range byte(3) {
		if answer, err := p.ask(question); err == nil && answer != question+1 {
			t.Error(answer)
		}
	}
}
