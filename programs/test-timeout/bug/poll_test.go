package bug

import "testing"

func TestPoll(t *testing.T) {
	pollUntil(func() bool { return false })
}
