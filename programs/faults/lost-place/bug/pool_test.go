package bug

import (
	"testing"

	"harrier.dev/programs/faults/peer"
)

func TestPool(t *testing.T) {
	p := newPool(peer.Listen(t), 1)
	for range 3 {
		if c, err := p.get(); err == nil {
			p.put(c)
		}
	}
}
