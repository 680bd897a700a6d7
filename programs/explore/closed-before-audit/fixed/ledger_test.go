package fixed

import (
	"sync"
	"testing"
)

func TestAudit(t *testing.T) {
	var l ledger
	var done sync.WaitGroup
	done.Add(1)
	go func() {
		defer done.Done()
		l.close()
	}()
	l.audit()
	done.Wait()
	l.audit()
}
