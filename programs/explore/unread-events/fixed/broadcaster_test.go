package fixed

import "testing"

func TestAnnounce(t *testing.T) {
	if err := announce("up"); err != nil {
		t.Log(err)
	}
}
