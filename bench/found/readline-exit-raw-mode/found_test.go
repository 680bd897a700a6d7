package readline

import (
	"io"
	"strings"
	"testing"
)

// ExitRawMode, which ends each Readline, reads the configuration without the lock under
// which SetConfig replaces it.
func TestFound(t *testing.T) {
	config := func() *Config {
		return &Config{
			Stdin:       io.NopCloser(strings.NewReader("")),
			Stdout:      io.Discard,
			Painter:     &defaultPainter{},
			FuncMakeRaw: func() error { return nil },
			FuncExitRaw: func() error { return nil },
		}
	}
	terminal, err := NewTerminal(config())
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		terminal.SetConfig(config())
		close(done)
	}()
	terminal.ExitRawMode()
	<-done
	terminal.Close()
}
