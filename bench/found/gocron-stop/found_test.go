package gocron_test

import (
	"testing"
	"time"

	"github.com/go-co-op/gocron"
)

// A job becomes due while the scheduler stops.
func TestFound(t *testing.T) {
	s := gocron.NewScheduler(time.UTC)
	if _, err := s.Every("10ms").Do(func() {}); err != nil {
		t.Fatal(err)
	}
	s.StartAsync()
	time.Sleep(10 * time.Millisecond)
	s.Stop()
}
