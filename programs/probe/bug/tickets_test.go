package probe

import (
	"context"
	"testing"
)

func TestTickets(t *testing.T) {
	tickets := NewTickets(2)
	if err := tickets.Take(context.Background(), 1); err != nil {
		t.Error(err)
	}
	tickets.Give(1)
}
