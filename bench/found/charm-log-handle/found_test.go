package log

import (
	"io"
	"testing"

	"github.com/muesli/termenv"
)

func TestFound(t *testing.T) {
	l := New(io.Discard)
	done := make(chan struct{})
	go func() {
		l.SetOutput(io.Discard)
		close(done)
	}()
	l.SetColorProfile(termenv.Ascii)
	<-done
}
