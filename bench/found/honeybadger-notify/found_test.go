package honeybadger

import "testing"

// Notify reads the context without the lock with which ClearContext replaces it.
func TestFound(t *testing.T) {
	client := New(Configuration{APIKey: "key", Backend: NewNullBackend()})
	done := make(chan struct{})
	go func() {
		client.ClearContext()
		close(done)
	}()
	client.Notify("wrong")
	<-done
	client.Flush()
}
