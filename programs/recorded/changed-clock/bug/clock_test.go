package bug

import "testing"

func TestAnnounced(t *testing.T) {
	if announced(2026) && !changes(2026) {
		t.Error("announced")
	}
}
