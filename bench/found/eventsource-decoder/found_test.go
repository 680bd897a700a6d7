package eventsource

import (
	"strings"
	"testing"
)

// The reader takes one event and does not ask for another.
func TestFound(t *testing.T) {
	if _, err := NewDecoder(strings.NewReader("data: x\n\n")).Decode(); err != nil {
		t.Error(err)
	}
}
