package cpuminer

import "testing"

// A user sets the number of workers right after the start; no peer is connected.
func TestFoundSetNumWorkers(t *testing.T) {
	m := New(&Config{ConnectedCount: func() int32 { return 0 }})
	m.Start()
	m.SetNumWorkers(2)
	m.Stop()
}
