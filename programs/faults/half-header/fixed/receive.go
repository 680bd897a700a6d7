// Package fixed reads messages that begin with their length, until one is not whole.
package fixed

import (
	"encoding/binary"
	"io"
	"net"
)

func receive(conn net.Conn) (message []byte, ok bool) {
	header := make([]byte, 4)
	if _, err := io.ReadFull(conn, header); err != nil {
		return nil, false
	}
	message = make([]byte, binary.BigEndian.Uint32(header))
	_, err := io.ReadFull(conn, message)
	return message, err == nil
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
