package health

import "testing"

// Stop reads without the lock what Start sets with it.
func TestFound(t *testing.T) {
	checker := NewChecker(WithDisabledAutostart())
	checker.Start()
	checker.Stop()
	done := make(chan struct{})
	go func() {
		checker.Start()
		close(done)
	}()
	checker.Stop()
	<-done
}
