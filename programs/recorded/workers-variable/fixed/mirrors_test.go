package fixed

import "testing"

func TestFastest(t *testing.T) {
	if mirror := fastest(); mirror < 0 {
		t.Error(mirror)
	}
}
