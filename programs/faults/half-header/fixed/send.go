package fixed

import (
	"encoding/binary"
	"net"
)

// send writes a message behind its length.
func send(conn net.Conn, text string) error {
	message := binary.BigEndian.AppendUint32(nil, uint32(len(text)))
	_, err := conn.Write(append(message, text...))
	return err
}
