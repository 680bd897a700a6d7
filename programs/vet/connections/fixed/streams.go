package connections

import (
	"io"
	"net"
)

// Received reads on until the sender closes its end, which comes after its error.
func Received(message []byte) ([]byte, error) {
	server, client := net.Pipe()
	var err error
	go func() {
		_, err = server.Write(message) // want withheld closure-race "err is written here"
		server.Close()
	}()
	got, broken := io.ReadAll(client)
	if broken != nil {
		return nil, broken
	}
	return got, err
}
