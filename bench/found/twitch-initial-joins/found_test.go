package twitch

import (
	"net"
	"testing"
)

// A connection that begins goes through the channels without the lock with which Join adds one.
func TestFound(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Skip(err)
	}
	client := NewClient("name", "oauth:token")
	client.TLS = false
	client.IrcAddress = listener.Addr().String()
	client.Join("first")
	ended := make(chan error, 1)
	go func() { ended <- client.Connect() }()
	conn, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	conn.Write([]byte(":tmi.twitch.tv 001 name :Welcome\r\n"))
	client.Join("second")
	client.Disconnect()
	conn.Close()
	listener.Close()
	<-ended
}
