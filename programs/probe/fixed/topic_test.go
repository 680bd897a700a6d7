package probe

import "testing"

func TestTopic(t *testing.T) {
	topic := NewTopic()
	got := ""
	leave := topic.Subscribe(func(s string) { got += s })
	topic.Publish("a")
	leave()
	if got != "a" {
		t.Errorf("got %q", got)
	}
}
