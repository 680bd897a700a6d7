package stomp

import (
	"net"
	"testing"

	"github.com/go-stomp/stomp/v3/frame"
)

// The server hangs up while the client disconnects, with as many requests in the channel as it has room for.
func TestFound(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		if _, err := frame.NewReader(conn).Read(); err == nil {
			_ = frame.NewWriter(conn).Write(frame.New(frame.CONNECTED, frame.Version, "1.2"))
		}
	}()
	client, err := Dial("tcp", l.Addr().String(), ConnOpt.HeartBeat(0, 0), ConnOpt.WriteChannelCapacity(1))
	if err != nil {
		t.Fatal(err)
	}
	_ = client.Send("/queue/found", "text/plain", nil)
	_ = client.Disconnect()
}
