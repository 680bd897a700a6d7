package tstorage

import (
	"os"
	"sync"
	"testing"
)

// Close flushes the log without the lock that InsertRows holds while it appends to it.
func TestFoundClose(t *testing.T) {
	dir, err := os.MkdirTemp("", "found")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	storage, err := NewStorage(WithDataPath(dir))
	if err != nil {
		t.Fatal(err)
	}
	var calls sync.WaitGroup
	calls.Go(func() {
		storage.InsertRows([]Row{{Metric: "m", DataPoint: DataPoint{Timestamp: 1600000000, Value: 1}}})
	})
	calls.Go(func() { storage.Close() })
	calls.Wait()
}
