package hclog

import (
	"io"
	"testing"
)

func TestFound(t *testing.T) {
	l := New(&LoggerOptions{Output: io.Discard, SyncParentLevel: true})
	done := make(chan struct{})
	go func() {
		l.SetLevel(Debug)
		close(done)
	}()
	l.Info("x")
	<-done
}
