package pool

import "testing"

func TestFound(t *testing.T) {
	p := NewLimited(1)
	b := p.Batch()
	b.Queue(func(WorkUnit) (interface{}, error) { return nil, nil })
	b.Queue(func(WorkUnit) (interface{}, error) { return nil, nil })
	go b.Cancel()
	go p.Cancel()
	b.WaitAll()
}
