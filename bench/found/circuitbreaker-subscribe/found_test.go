package circuit

import "testing"

func TestFound(t *testing.T) {
	NewBreaker().Subscribe()
}
