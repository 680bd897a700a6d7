package opened

import "testing"

func TestReachable(t *testing.T) {
	if reachable(away{}) == nil {
		t.Fatal("it is there")
	}
}
