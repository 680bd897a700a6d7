// Channel operations. Each hook is called inside the channel's lock at the
// point where the operation is decided, so the order of tickets is the order
// in which the operations took effect.

package runtime

import (
	"unsafe"
)

// harrierPartner names the goroutine of a partner in a channel operation; 0 if a
// select of its is being completed, which records its own choice.
func harrierPartner(sg *sudog) uint64 {
	if sg.isSelect {
		return 0
	}
	return sg.g.goid
}

//go:noinline
func harrierMakeChan(c *hchan, size int) {
	if size > 0xffff {
		size = 0xffff
	}
	harrierEmit1(harrierMake, harrierStack(getg(), *(*uintptr)(unsafe.Pointer(getfp()))), uint64(uintptr(unsafe.Pointer(c)))|uint64(size)<<48)
}

// harrierForm is the flag of the select with one case and a default, which the
// compiler turns into an operation that does not block.
func harrierForm(block bool) uint64 {
	if block {
		return 0
	}
	return harrierFlag4
}

func harrierSent(c *hchan, pc uintptr, sg *sudog, block bool) {
	object := uint64(uintptr(unsafe.Pointer(c)))
	kind := harrierSend | harrierForm(block)
	if sg == nil {
		harrierFast(kind, object, pc)
	} else {
		harrierEmitBy(getg().goid, kind|harrierFlag1, harrierOffset(pc), object, harrierPartner(sg))
	}
}

// harrierReceived is called with the stack pointer of chanrecv's caller, one
// of the functions that the compiler's code calls: the user's frame is one up.
func harrierReceived(c *hchan, sp uintptr, sg *sudog, ok, block bool) {
	pc := harrierUserPC(sp)
	object := uint64(uintptr(unsafe.Pointer(c)))
	kind := harrierReceive | harrierForm(block)
	switch {
	case sg != nil:
		harrierEmitBy(getg().goid, kind|harrierFlag1, harrierOffset(pc), object, harrierPartner(sg))
	case ok:
		harrierFast(kind, object, pc)
	default:
		harrierFast(kind|harrierFlag2, object, pc)
	}
}

func harrierSendFailed(c *hchan, pc uintptr) {
	harrierNoteFailedPoll()
	harrierFast(harrierTryFail, uint64(uintptr(unsafe.Pointer(c))), pc)
}

func harrierReceiveFailed(c *hchan, sp uintptr) {
	harrierNoteFailedPoll()
	harrierFast(harrierTryFail, uint64(uintptr(unsafe.Pointer(c)))|1<<48, harrierUserPC(sp))
}

//go:noinline
func harrierClosed(c *hchan) {
	harrierEmit1(harrierClose, harrierStack(getg(), *(*uintptr)(unsafe.Pointer(getfp()))), uint64(uintptr(unsafe.Pointer(c))))
}

const (
	harrierChoseDefault = -1
	harrierChoseNone    = -2
)

// harrierSelected writes a select with all its cases. chosen is
// harrierChoseNone if the goroutine is about to park.
//
//go:noinline
func harrierSelected(scases []scase, nsends, chosen int, block, ok bool, sg *sudog) {
	if chosen == harrierChoseDefault {
		harrierNoteFailedPoll()
	}
	pc := getg().harrierTrySite
	if pc == 0 {
		pc = harrierSite(getfp(), 1)
	}
	n := uint64(len(scases)) + 2
	b := harrierBegin(harrierRoom+uintptr(n)*8, getg().goid)
	if b == nil {
		return
	}
	kind := uint64(harrierSelect)
	partner := uint64(0)
	if sg != nil {
		kind |= harrierFlag1
		partner = harrierPartner(sg)
	}
	if !ok {
		kind |= harrierFlag2
	}
	if chosen == harrierChoseNone {
		kind |= harrierFlag4
	}
	head := uint64(nsends) | uint64(len(scases)-nsends)<<16 | uint64(uint16(int16(chosen)))<<32
	if !block {
		head |= 1 << 48
	}
	t := harrierTicket(b)
	p := b.pos
	q := p + 8
	if n > 30 {
		harrierPut(q, n)
		q += 8
		kind |= 31 << 8
	} else {
		kind |= n << 8
	}
	harrierPut(q, head)
	harrierPut(q+8, partner)
	q += 16
	for i := range scases {
		harrierPut(q, uint64(uintptr(unsafe.Pointer(scases[i].c))))
		q += 8
	}
	b.pos = q
	b.object = 0
	harrierPut(q, 0)
	harrierPut(p, kind|t|uint64(pc)<<32)
	harrierDone(b)
}

// harrierSelectWoke records the choice of a select that had parked.
//
//go:noinline
func harrierSelectWoke(chosen int, ok bool) {
	kind := uint64(harrierSelectDone)
	if !ok {
		kind |= harrierFlag1
	}
	pc := getg().harrierTrySite
	if pc == 0 {
		pc = harrierSite(getfp(), 1)
	}
	harrierEmit1(kind, pc, uint64(uint16(int16(chosen))))
}
