package eventsource

import (
	"net/http/httptest"
	"testing"
)

// Two goroutines close the stream; both see that it is open.
func TestFound(t *testing.T) {
	server := NewServer()
	listener := httptest.NewServer(server.Handler("channel"))
	defer listener.Close()
	defer server.Close() // first: it ends the request
	stream, err := Subscribe(listener.URL, "")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		stream.Close()
		close(done)
	}()
	stream.Close()
	<-done
}
