package bug

import "testing"

func TestFailedWrite(t *testing.T) {
	new(buffer).flush(func([]byte) bool { return false })
}
