package bug

import (
	"testing"

	"harrier.dev/programs/faults/peer"
)

func TestAsk(t *testing.T) {
	c := &client{address: peer.Listen(t)}
	for question := range byte(2) {
		if answer := c.ask(question); answer != question+1 {
			t.Error(answer)
		}
	}
	c.conn.Close()
}
