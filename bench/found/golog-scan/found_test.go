package printer

import (
	"io"
	"strings"
	"testing"
)

// The goroutine that scans closes the channel when it ends, also if cancel has closed it.
func TestFound(t *testing.T) {
	cancel := NewPrinter(io.Discard).Scan(strings.NewReader("a line\n"))
	cancel()
}
