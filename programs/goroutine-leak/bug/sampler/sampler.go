// Package sampler takes a sample at each tick, also when it is closed.
package sampler

import (
	"sync/atomic"
	"time"
)

type sampler struct {
	closed atomic.Bool
	sum    atomic.Int64
}

func newSampler(every time.Duration) *sampler {
	s := &sampler{}
	go s.sample(every)
	return s
}

func (s *sampler) sample(every time.Duration) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for range ticker.C { // want goroutine-leak~ "outlives its test: it waits for its ticker again and again"
		s.sum.Add(1)
	}
}

func (s *sampler) close() { s.closed.Store(true) }
