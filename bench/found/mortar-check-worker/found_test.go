package mortar

import (
	"testing"
	"time"
)

// A worker that ends reads plainly how many run, while another one that ends counts itself down atomically.
func TestFound(t *testing.T) {
	pool, err := NewPool(2)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < 2; i++ {
		if err := pool.Put(&Task{Handler: func(v ...interface{}) {}}); err != nil {
			t.Error(err)
		}
	}
	pool.Close()
	for pool.GetRunningWorkers() > 0 {
		time.Sleep(time.Millisecond)
	}
}
