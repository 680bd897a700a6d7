// Package fixed asks a server on the network and gives up after a while. The answer
// has room in the channel, whether a caller waits for it or not.
package fixed

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"time"
)

func ask(address, question string, patience time.Duration) (string, error) {
	answer := make(chan string, 1)
	go func() {
		line, err := exchange(address, question)
		if err != nil {
			line = err.Error()
		}
		answer <- line
	}()
	select {
	case line := <-answer:
		return line, nil
	case <-time.After(patience):
		return "", errors.New("too late")
	}
}

func exchange(address, question string) (string, error) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	fmt.Fprintln(conn, question)
	return bufio.NewReader(conn).ReadString('\n')
}

// serve answers one question.
func serve(listener net.Listener) error {
	conn, err := listener.Accept()
	if err != nil {
		return err
	}
	defer conn.Close()
	question, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(conn, "you said ", question)
	return err
}
