package probe

import (
	"context"
	"log/slog"
	"testing"
)

func TestSink(t *testing.T) {
	h := NewSink(slog.LevelInfo)
	if h.Enabled(context.Background(), slog.LevelDebug) {
		t.Error("too much is kept")
	}
}
