package fixed

import (
	"testing"
	"time"

	"harrier.dev/programs/faults/peer"
)

func TestAsk(t *testing.T) {
	c, err := dial(peer.Receive(t))
	if err != nil {
		t.Skip(err)
	}
	defer c.conn.Close()
	if _, err := c.conn.Write([]byte{1}); err != nil {
		return
	}
	select {
	case <-c.answered:
		time.Sleep(time.Second)
	case <-time.After(time.Second): // it is lost
	}
}
