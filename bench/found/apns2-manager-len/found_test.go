package apns2

import (
	"crypto/tls"
	"testing"
)

// Len reads the cache before it takes the lock with which Get makes it.
func TestFound(t *testing.T) {
	m := &ClientManager{Factory: func(certificate tls.Certificate) *Client { return &Client{Certificate: certificate} }}
	done := make(chan struct{})
	go func() {
		m.Get(tls.Certificate{})
		close(done)
	}()
	m.Len()
	<-done
}
