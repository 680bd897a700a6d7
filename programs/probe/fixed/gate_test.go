package probe

import (
	"context"
	"testing"
)

func TestGate(t *testing.T) {
	g := NewGate()
	if err := g.Enter(context.Background()); err != nil {
		t.Fatal(err)
	}
	g.Leave()
}
