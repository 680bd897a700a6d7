package heartbeat

import (
	"testing"
	"time"
)

func TestClient(t *testing.T) {
	c := newClient(time.Second)
	defer c.close()
	for c.beats.Load() < 3 {
		time.Sleep(time.Millisecond)
	}
}
