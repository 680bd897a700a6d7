// Package sampler takes a sample at each tick, until it is closed.
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
	for range ticker.C {
		if s.closed.Load() {
			return
		}
		s.sum.Add(1)
	}
}

func (s *sampler) close() { s.closed.Store(true) }
