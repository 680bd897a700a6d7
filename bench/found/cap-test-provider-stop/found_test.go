package oidc

import "testing"

// Stop reads without the lock the client that HTTPClient makes with it.
func TestFound(t *testing.T) {
	provider := StartTestProvider(t)
	done := make(chan struct{})
	go func() {
		provider.HTTPClient()
		close(done)
	}()
	provider.Stop()
	<-done
}
