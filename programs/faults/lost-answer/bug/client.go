// Package bug asks over UDP once, and waits for the answer for good.
package bug

import "net"

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
	if _, err := c.Write([]byte{question}); err != nil {
		return 0, err
	}
	return <-answers, nil // want global-deadlock
}
