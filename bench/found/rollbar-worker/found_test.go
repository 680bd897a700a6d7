package rollbar

import "testing"

func TestFound(t *testing.T) {
	if err := NewAsyncTransport("token", "http://127.0.0.1:0", 1).Close(); err != nil {
		t.Error(err)
	}
}
