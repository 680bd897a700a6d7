package device

import "testing"

// The versions are made when they are first asked for, "in a goroutine-safe manner", without a lock.
func TestFound(t *testing.T) {
	versions = nil // as a process begins
	done := make(chan struct{})
	go func() {
		GetRuntimeVersions()
		close(done)
	}()
	GetRuntimeVersions()
	<-done
}
