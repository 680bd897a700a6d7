package pond_test

import (
	"testing"
	"time"

	"github.com/alitto/pond"
)

// The purger dismisses the idle worker that Submit counts on.
func TestFound(t *testing.T) {
	pool := pond.New(1, 1, pond.IdleTimeout(time.Second))
	pool.SubmitAndWait(func() {})
	time.Sleep(time.Second)
	pool.SubmitAndWait(func() {})
	pool.StopAndWait()
}
