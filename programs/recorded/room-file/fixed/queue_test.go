package fixed

import "testing"

func TestFirst(t *testing.T) {
	if line := firstOf([]string{"a", "b", "c"}); line != "a" {
		t.Error(line)
	}
}
