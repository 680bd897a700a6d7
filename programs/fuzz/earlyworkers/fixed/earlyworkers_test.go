package fixed

import (
	"os"
	"testing"
	"time"
)

// The workers wait before package testing has begun, and so before the time
// of the run is limited.
var pool *Pool

func TestMain(m *testing.M) {
	pool = NewPool(4)
	status := m.Run()
	pool.Close()
	os.Exit(status)
}

func TestQueue(t *testing.T) {
	var units []*Unit
	for range 4 {
		units = append(units, pool.Queue(func() { time.Sleep(time.Second) }))
	}
	for _, unit := range units {
		unit.Wait()
	}
}

func TestCancel(t *testing.T) {
	unit := pool.Queue(func() { time.Sleep(time.Second) })
	time.Sleep(time.Second)
	unit.Cancel()
	unit.Wait()
}
