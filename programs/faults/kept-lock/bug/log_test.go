package bug

import (
	"net"
	"testing"

	"harrier.dev/programs/faults/peer"
)

func TestSend(t *testing.T) {
	conn, err := net.Dial("tcp", peer.Discard(t))
	if err != nil {
		t.Skip(err)
	}
	l := &log{conn: conn}
	defer conn.Close()
	for message := byte(0); message < 3; message++ {
		if err := l.send(message); err != nil {
			t.Log(err)
		}
	}
}
