package fixed

import "testing"

func TestAddress(t *testing.T) {
	if a := address(); a != "10.0.0.1" && a != "" {
		t.Fatal(a)
	}
}
