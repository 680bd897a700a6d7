package fixed

import (
	"net"
	"testing"
)

// serve answers each byte with the next one.
func serve(conn net.Conn) {
	defer conn.Close()
	var message [1]byte
	for {
		if _, err := conn.Read(message[:]); err != nil {
			return
		}
		message[0]++
		if _, err := conn.Write(message[:]); err != nil {
			return
		}
	}
}

func TestCall(t *testing.T) {
	mine, theirs := net.Pipe()
	go serve(theirs)
	c := start(mine)
	defer mine.Close()
	for question := byte(0); question < 3; question++ {
		if answer, ok := c.call(question); ok && answer != question+1 {
			t.Errorf("answer to %d: %d", question, answer)
		}
	}
}
