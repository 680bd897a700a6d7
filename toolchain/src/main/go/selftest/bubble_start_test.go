//go:build go1.25

package selftest

import (
	"testing"
	"testing/synctest"
)

func TestBubble(t *testing.T) { synctest.Test(t, bubble) }
