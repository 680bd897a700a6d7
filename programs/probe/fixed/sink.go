package probe

import (
	"context"
	"log/slog"
	"sync"
)

// A sink keeps the last message of a log. Users know it as a slog.Handler only, whose
// methods several goroutines may call.
type sink struct {
	least slog.Level
	mu    sync.Mutex
	last  string
}

// NewSink keeps messages from a level on.
func NewSink(least slog.Level) slog.Handler { return &sink{least: least} }

func (s *sink) Enabled(_ context.Context, level slog.Level) bool { return level >= s.least }

func (s *sink) Handle(_ context.Context, record slog.Record) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = record.Message
	return nil
}

func (s *sink) WithAttrs([]slog.Attr) slog.Handler { return s }

func (s *sink) WithGroup(string) slog.Handler { return s }
