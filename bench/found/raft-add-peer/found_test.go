package raft

import (
	"os"
	"sync"
	"testing"
)

// AddPeer reads the interval of heartbeats after it has released the lock under which
// SetHeartbeatInterval writes it.
func TestFoundAddPeer(t *testing.T) {
	s := newTestServer("1", &testTransporter{})
	defer os.RemoveAll(s.Path())
	var calls sync.WaitGroup
	calls.Add(2)
	go func() {
		defer calls.Done()
		s.AddPeer("2", "")
	}()
	go func() {
		defer calls.Done()
		s.SetHeartbeatInterval(testHeartbeatInterval)
	}()
	calls.Wait()
}
