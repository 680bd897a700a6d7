package reader

import "testing"

func TestEmpty(t *testing.T) {
	new(config).get("key")
}
