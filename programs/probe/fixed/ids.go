package probe

import "sync/atomic"

// IDs gives numbers that no two callers have.
type IDs struct{ last uint64 }

// NewIDs has given none.
func NewIDs() *IDs { return new(IDs) }

// Next is a number that no other call returns; the first is 101.
func (i *IDs) Next() uint64 {
	atomic.CompareAndSwapUint64(&i.last, 0, 100)
	return atomic.AddUint64(&i.last, 1)
}
