package weakly

import (
	"testing"
	"time"
)

func TestForgottenCache(t *testing.T) {
	c := newCache(time.Minute)
	c.set("a", time.Now())
	time.Sleep(5 * time.Millisecond)
}
