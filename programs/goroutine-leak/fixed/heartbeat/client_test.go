package heartbeat

import (
	"testing"
	"time"
)

func TestClient(t *testing.T) {
	c := newClient(time.Millisecond)
	defer c.close()
	for c.beats.Load() < 10 {
		time.Sleep(time.Millisecond)
	}
}
