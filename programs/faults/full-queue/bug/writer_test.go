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
	w := start(conn)
	defer w.close()
	for message := byte(0); message < 5; message++ {
		if err := w.send(message); err != nil {
			return
		}
	}
}
