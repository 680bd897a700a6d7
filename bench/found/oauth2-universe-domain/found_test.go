package google

import (
	"sync"
	"testing"
)

// UniverseDomain reads without the lock under which GetUniverseDomain writes.
func TestFoundUniverseDomain(t *testing.T) {
	credentials := &Credentials{}
	var calls sync.WaitGroup
	calls.Go(func() { credentials.GetUniverseDomain() })
	calls.Go(func() { credentials.UniverseDomain() })
	calls.Wait()
}
