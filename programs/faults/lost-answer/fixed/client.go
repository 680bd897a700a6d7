// Package fixed asks over UDP until the answer comes.
package fixed

import (
	"net"
	"time"
)

func ask(address string, question byte) (byte, error) {
	c, err := net.Dial("udp", address)
	if err != nil {
		return 0, err
	}
	defer c.Close()
	answers := make(chan byte, 1)
	go func() {
		var message [1]byte
		for {
			if _, err := c.Read(message[:]); err != nil {
				return
			}
			select {
			case answers <- message[0]:
			default:
			}
		}
	}()
	for {
		if _, err := c.Write([]byte{question}); err != nil {
			return 0, err
		}
		select {
		case answer := <-answers:
			return answer, nil
		case <-time.After(time.Second):
		}
	}
}
