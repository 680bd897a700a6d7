package unset

import "testing"

func TestHangUp(t *testing.T) {
	new(client).hangUp()
}
