package jaeger

import (
	"sync"
	"testing"

	"github.com/uber/jaeger-client-go/thrift-gen/sampling"
)

// String goes through the samplers without the lock under which a new operation adds
// one.
func TestFoundSamplerString(t *testing.T) {
	sampler := NewPerOperationSampler(PerOperationSamplerParams{
		MaxOperations: 10,
		Strategies:    &sampling.PerOperationSamplingStrategies{DefaultSamplingProbability: 1},
	})
	tracer, closer := NewTracer("found", sampler, NewNullReporter())
	defer closer.Close()
	var calls sync.WaitGroup
	calls.Go(func() { tracer.StartSpan("new") })
	calls.Go(func() { _ = sampler.String() })
	calls.Wait()
}
