package probe

import "testing"

func TestFeed(t *testing.T) {
	f := NewFeed()
	f.Put("a")
	f.Stop()
	f.Stop()
}
