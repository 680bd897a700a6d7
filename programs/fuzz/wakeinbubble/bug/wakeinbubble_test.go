package bug

import (
	"testing"
	"testing/synctest"
	"time"
)

func TestWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMailbox()
		go func() {
			m.wait()
			time.Sleep(time.Hour)
		}()
		go m.send()
		synctest.Wait()
		time.Sleep(2 * time.Hour)
	})
}
