package probe

import (
	"crypto/rand"
	"fmt"
	"sync/atomic"
)

// A Printer prints vouchers. It is safe for concurrent use.
type Printer struct {
	series [4]byte
	last   atomic.Int64
}

func NewPrinter() *Printer {
	p := new(Printer)
	rand.Read(p.series[:])
	return p
}

// Voucher is a new one.
func (p *Printer) Voucher() string {
	n := p.last.Add(1)
	return fmt.Sprintf("%x-%d", p.series, n)
}
