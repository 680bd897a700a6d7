package storage

import (
	"io"
	"log/slog"
	"path/filepath"
	"testing"
	"time"
)

// The timer of a persist fires while the store shuts down.
func TestFound(t *testing.T) {
	store := NewDiskMetricStore(filepath.Join(t.TempDir(), "metrics"), time.Millisecond, nil, slog.New(slog.NewTextHandler(io.Discard, nil)))
	store.SubmitWriteRequest(WriteRequest{Labels: map[string]string{"job": "x"}, Timestamp: time.Now()})
	time.Sleep(time.Millisecond)
	if err := store.Shutdown(); err != nil {
		t.Error(err)
	}
}
