package heartbeat

import (
	"testing"
	"time"
)

func TestClient(t *testing.T) {
	c := newClient(50 * time.Millisecond)
	defer c.close()
	for c.beats.Load() < 5 {
		time.Sleep(time.Millisecond)
	}
}
