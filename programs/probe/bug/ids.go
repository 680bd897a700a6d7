package probe

import "sync/atomic"

// IDs gives numbers that no two callers have. Nothing is said of goroutines, but the
// last number is counted atomically; only the first call of Next forgets that.
type IDs struct{ last uint64 }

// NewIDs has given none.
func NewIDs() *IDs { return new(IDs) }

// Next is a number that no other call returns; the first is 101.
func (i *IDs) Next() uint64 {
	if i.last == 0 { // want data-race
		i.last = 100 // want data-race?
	}
	return atomic.AddUint64(&i.last, 1) // want data-race?
}
