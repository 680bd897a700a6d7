package probe

import "testing"

func TestPlugin(t *testing.T) {
	AddPlugin("a")
	if Plugin("a") == 0 {
		t.Fatal("there is no a")
	}
}
