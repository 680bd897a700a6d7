// Package fixed reads messages that begin with their length.
package fixed

import (
	"encoding/binary"
	"io"
	"net"
)

func receive(conn net.Conn) ([]byte, error) {
	header := make([]byte, 4)
	if _, err := io.ReadFull(conn, header); err != nil {
		return nil, err
	}
	message := make([]byte, binary.BigEndian.Uint32(header))
	_, err := io.ReadFull(conn, message)
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
