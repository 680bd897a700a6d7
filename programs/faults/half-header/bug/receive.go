// Package bug reads messages that begin with their length, and knows an end only between two.
package bug

import (
	"encoding/binary"
	"io"
	"net"
)

func receive(conn net.Conn) (message []byte, ok bool) {
	header := make([]byte, 4)
	n, _ := io.ReadFull(conn, header)
	if n == 0 {
		return nil, false
	}
	message = make([]byte, binary.BigEndian.Uint32(header[:n])) // want test-panic
	n, _ = io.ReadFull(conn, message)
	return message[:n], true
}

// all has the messages until the connection ends.
func all(conn net.Conn) (messages []string) {
	for {
		message, ok := receive(conn)
		if !ok {
			return messages
		}
		messages = append(messages, string(message))
	}
}
