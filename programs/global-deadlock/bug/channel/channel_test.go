package channel

import "testing"

func TestMissingKey(t *testing.T) {
	if got := newStore().get("absent"); got != "" {
		t.Fatal(got)
	}
}
