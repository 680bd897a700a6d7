package grpcpool

import (
	"testing"

	"google.golang.org/grpc"
)

// Available reads the channel of the pool without the lock with which Close removes it.
func TestFound(t *testing.T) {
	pool, err := New(func() (*grpc.ClientConn, error) { return nil, nil }, 0, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		pool.Close()
		close(done)
	}()
	pool.Available()
	<-done
}
