package probe

import "testing"

func TestFeed(t *testing.T) {
	f := NewFeed()
	f.Start()
	f.Put("a")
	f.Stop()
	f.Stop()
}
