package ssdp

import "testing"

// Close removes the connection that the goroutine of Start has yet to read.
func TestFound(t *testing.T) {
	m := &Monitor{}
	if err := m.Start(); err != nil {
		t.Skip(err)
	}
	if err := m.Close(); err != nil {
		t.Error(err)
	}
}
