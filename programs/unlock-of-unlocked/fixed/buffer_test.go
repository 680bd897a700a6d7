package fixed

import "testing"

func TestFailedWrite(t *testing.T) {
	new(buffer).flush(func([]byte) bool { return false })
}

func TestEmpty(t *testing.T) {
	new(config).get("key")
}
