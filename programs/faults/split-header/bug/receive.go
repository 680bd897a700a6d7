// Package bug reads messages that begin with their length, and takes it for granted that this arrives at once.
package bug

import (
	"encoding/binary"
	"io"
	"net"
)

func receive(conn net.Conn) ([]byte, error) {
	header := make([]byte, 4)
	n, err := conn.Read(header)
	if err != nil {
		return nil, err
	}
	message := make([]byte, binary.BigEndian.Uint32(header[:n])) // want test-panic
	_, err = io.ReadFull(conn, message)
	return message, err
}

// all has the messages until the connection ends.
func all(conn net.Conn) (messages []string, err error) {
	for {
		message, err := receive(conn)
		if err != nil {
			return messages, err
		}
		messages = append(messages, string(message))
	}
}
