package server_test

import (
	"bufio"
	"io"
	"testing"
)

// The server closes while a client logs in.
func TestFound(t *testing.T) {
	s, conn := testServer(t)
	defer conn.Close()
	bufio.NewScanner(conn).Scan() // the greeting
	if _, err := io.WriteString(conn, "a001 LOGIN username password\r\n"); err != nil {
		t.Error(err)
	}
	s.Close()
}
