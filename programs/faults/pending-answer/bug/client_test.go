package bug

import (
	"testing"

	"harrier.dev/programs/faults/peer"
)

func TestCall(t *testing.T) {
	c, err := dial(peer.Listen(t))
	if err != nil {
		t.Skip(err)
	}
	defer c.conn.Close()
	for question := byte(0); question < 3; question++ {
		if answer, ok := c.call(question); ok && answer != question+1 {
			t.Errorf("answer to %d: %d", question, answer)
		}
	}
}
