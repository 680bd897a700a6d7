package probe

import "testing"

func TestPrinter(t *testing.T) {
	p := NewPrinter()
	if a, b := p.Voucher(), p.Voucher(); a == b {
		t.Errorf("two vouchers %s", a)
	}
}
