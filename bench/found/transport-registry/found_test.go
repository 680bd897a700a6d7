package service

import "testing"

// GetService reads the services without the lock with which RegisterService adds one.
func TestFound(t *testing.T) {
	registry := GetServiceRegistry()
	done := make(chan struct{})
	go func() {
		registry.RegisterService(new(mockFabricService), "service")
		close(done)
	}()
	registry.GetService("service")
	<-done
}
