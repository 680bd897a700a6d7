package sampler

import (
	"testing"
	"time"
)

func TestSampler(t *testing.T) {
	s := newSampler(10 * time.Millisecond)
	defer s.close()
	for s.sum.Load() < 4 {
		time.Sleep(time.Millisecond)
	}
}

func TestLater(t *testing.T) {
	time.Sleep(100 * time.Millisecond)
}
