package modbus

import (
	"sync"
	"testing"
)

// SetEncoding writes under the lock what all reads and writes of registers read
// without it.
func TestFoundSetEncoding(t *testing.T) {
	client, err := NewClient(&ClientConfiguration{URL: "tcp://localhost:502"})
	if err != nil {
		t.Fatal(err)
	}
	var calls sync.WaitGroup
	calls.Go(func() { client.SetEncoding(LITTLE_ENDIAN, LOW_WORD_FIRST) })
	calls.Go(func() { client.WriteBytes(0, nil) })
	calls.Wait()
}
