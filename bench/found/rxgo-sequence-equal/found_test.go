package rxgo

import "testing"

// The first items differ, so that the others are never received.
func TestFound(t *testing.T) {
	<-Just(1, 2, 3)().SequenceEqual(Just(2, 2, 3)()).Observe()
}
