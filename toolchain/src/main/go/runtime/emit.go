// Records: one function for each shape. All run with preemption off, on
// whatever stack the hook was called on; none allocates.

package runtime

import (
	"internal/runtime/atomic"
	"unsafe"
)

// Kinds, with the flags that some carry in bits 13 to 15.
const (
	harrierG      = 0x01
	harrierStackK = 0x02
	harrierTick   = 0x03
	harrierClock  = 0x04
	harrierGState = 0x05
	harrierRepeat = 0x06

	harrierSpawn      = 0x10
	harrierExit       = 0x11
	harrierBlockK     = 0x12
	harrierUnblockK   = 0x13
	harrierMake       = 0x14
	harrierSend       = 0x15
	harrierReceive    = 0x16
	harrierClose      = 0x17
	harrierSelect     = 0x18
	harrierSelectDone = 0x19
	harrierTryFail    = 0x1a
	harrierRequestK   = 0x20
	harrierAcquireK   = 0x21
	harrierReleaseK   = 0x22
	harrierAddK       = 0x23
	harrierWaitedK    = 0x24
	harrierSignalK    = 0x25
	harrierBroadcastK = 0x26
	harrierRefusedK   = 0x27
	harrierCtxNew     = 0x28
	harrierCtxDone    = 0x29
	harrierCtxCancel  = 0x2a
	harrierTimer      = 0x2b
	harrierTimerSetK  = 0x2c
	harrierPanic      = 0x30
	harrierTestBeginK = 0x31
	harrierTestEndK   = 0x32
	harrierCheck      = 0x33
	harrierEnd        = 0x34
	harrierTestFailK  = 0x35
	harrierRecovered  = 0x36
	harrierOperation  = 0x37
	harrierChoice     = 0x38
	harrierPreferred  = 0x39
	harrierFreed      = 0x3a
	harrierRaceK      = 0x3b
	harrierInputK     = 0x3c
	harrierMessageK   = 0x3d
	harrierMemoryK    = 0x3e
	harrierAccessK    = 0x3f

	harrierFlag1 = 1 << 13
	harrierFlag2 = 2 << 13
	harrierFlag4 = 4 << 13
)

const harrierAddress = 1<<48 - 1

// harrierFast writes a record about an object at a call site: a lock taken or
// given back, a value sent or received. These are the hooks that programs call
// most, so this does everything in one leaf function: code of package runtime
// is not preempted but at calls, and there are none.
//
//go:linkname harrierFast
//go:nosplit
//go:noinline
func harrierFast(kind, object uint64, pc uintptr) {
	gp := getg()
	pp := gp.m.p.ptr()
	if pp == nil || pp.harrier.pos >= pp.harrier.limit || pp.harrier.goid != gp.goid || pc-harrierDeferLo < harrierDeferLen {
		harrierSlow(kind, object, pc, getfp())
		return
	}
	b := &pp.harrier
	if object != b.object && object > harrierAddress && pp.harrierSeen[harrierSeenSlot(object)] != uint32(object>>3) {
		harrierSlow(kind, object, pc, getfp())
		return
	}
	key := kind | uint64(pc)<<32
	if b.pair != 0 && object == b.object && gp.harrierLast == b.ticket {
		// See fold.go.
		if gp.harrierHeld == 0 {
			if key == b.pair && harrierUser[harrierSeenSlot(object)] == gp.goid {
				gp.harrierHeld = object
				gp.harrierHeldAt = pc
				b.folded++
				return
			}
		} else if key == b.unpair {
			gp.harrierHeld = 0
			return
		}
	}
	if b.folded|gp.harrierHeld != 0 {
		harrierSlow(kind, object, pc, getfp())
		return
	}
	t := harrierTickets.Add(1)
	gp.harrierLast = t
	if object > harrierAddress {
		if u := &harrierUser[harrierSeenSlot(object)]; *u != gp.goid {
			*u = gp.goid
		}
	}
	switch {
	case kind == harrierAcquireK:
		b.pair, b.locked = 0, key
	case kind == harrierReleaseK && object == b.object && harrierSerial == 0:
		b.pair, b.unpair, b.locked = b.locked, key, 0
	default:
		b.pair, b.locked = 0, 0
	}
	d := t - b.ticket
	p := b.pos
	if d > 0xffff {
		harrierPut(p+16, 0)
		harrierPut(p+8, t-1)
		harrierPut(p, harrierTick|1<<8)
		p += 16
		d = 1
	}
	b.ticket = t
	pc -= harrierTextLo
	if pc >= harrierTextLen {
		pc = 0
	}
	w := kind | d<<16 | uint64(pc)<<32
	if object == b.object {
		b.pos = p + 8
		harrierPut(p+8, 0)
	} else {
		b.object = object
		b.pos = p + 16
		harrierPut(p+16, 0)
		harrierPut(p+8, object)
		w |= 1 << 8
	}
	harrierPut(p, w)
}

// harrierSlow is harrierFast where something has to come before the record. fp
// is harrierFast's frame.
func harrierSlow(kind, object uint64, pc, fp uintptr) {
	site := harrierOffset(pc)
	if pc-harrierDeferLo < harrierDeferLen {
		site = harrierSite(fp, 1)
	}
	if object > harrierAddress {
		harrierRegisterLock(object)
		harrierUser[harrierSeenSlot(object)] = getg().goid
	}
	b := harrierBegin(harrierRoom, getg().goid)
	if b == nil {
		return
	}
	t := harrierTicket(b)
	p := b.pos
	b.object = object
	b.pos = p + 16
	harrierPut(p+16, 0)
	harrierPut(p+8, object)
	harrierPut(p, kind|1<<8|t|uint64(site)<<32)
	harrierDone(b)
}

// harrierBegin gives a buffer with room for a record of goroutine goid, owned
// by this thread until harrierDone. Nil means that tracing is over.
//
// Every record ends with a zero word behind it, and its own first word is
// stored last: a slot is used again and again, and what an earlier chunk left
// there must never look like a record.
func harrierBegin(room uintptr, goid uint64) *harrierBuffer {
	mp := acquirem()
	if pp := mp.p.ptr(); pp != nil {
		return harrierBeginIn(mp, &pp.harrier, uint32(pp.id), room, goid)
	}
	return harrierBeginLoose(mp, room, goid)
}

// harrierBeginApart is harrierBegin for what comes at moments that no schedule decides,
// as collections do: a P's own buffer, and when it records the time, are the same in each
// replay.
func harrierBeginApart(room uintptr, goid uint64) *harrierBuffer {
	return harrierBeginLoose(acquirem(), room, goid)
}

func harrierBeginLoose(mp *m, room uintptr, goid uint64) *harrierBuffer {
	harrierLock(&harrierLooseMu)
	return harrierBeginIn(mp, &harrierLoose, harrierNoP, room, goid)
}

func harrierBeginIn(mp *m, b *harrierBuffer, id uint32, room uintptr, goid uint64) *harrierBuffer {
	if (b.pos >= b.limit || b.slot+harrierChunkSize-b.pos < room) && !harrierAdvance(b, id, room) {
		harrierPut(harrierHeader+harrierAtDropped, harrierDropped.Add(1))
		harrierDone(b)
		return nil
	}
	if b.folded != 0 {
		harrierEndFold(b)
	}
	b.pair, b.locked = 0, 0
	if b.goid != goid {
		p := b.pos
		n := uint64(0)
		if goid>>32 != 0 {
			n = 2
			harrierPut(p+8, harrierTimestamp())
			harrierPut(p+16, goid>>32)
		}
		b.pos = p + 8 + uintptr(n)*8
		b.goid = goid
		harrierPut(b.pos, 0)
		harrierPut(p, harrierG|n<<8|goid<<32)
	}
	if gp := mp.curg; gp != nil && gp.goid == goid {
		gp.harrierLast = 0
		if gp.harrierHeld != 0 {
			harrierUnfold(b, gp)
		}
	}
	return b
}

// harrierActor is the goroutine on whose behalf this thread works: also while
// it is on the system stack.
func harrierActor() uint64 {
	if gp := getg().m.curg; gp != nil {
		return gp.goid
	}
	return 0
}

func harrierDone(b *harrierBuffer) {
	if b == &harrierLoose {
		harrierUnlock(&harrierLooseMu)
	}
	releasem(getg().m)
}

// harrierTicket takes the next ticket and returns the ticket field of word 0.
func harrierTicket(b *harrierBuffer) uint64 {
	t := harrierTickets.Add(1)
	d := t - b.ticket
	if d > 0xffff {
		p := b.pos
		b.pos = p + 16
		harrierPut(b.pos, 0)
		harrierPut(p+8, t-1)
		harrierPut(p, harrierTick|1<<8)
		d = 1
	}
	b.ticket = t
	return d << 16
}

func harrierEmit0(kind uint64, operand uint32) {
	b := harrierBegin(harrierRoom, harrierActor())
	if b == nil {
		return
	}
	t := harrierTicket(b)
	p := b.pos
	b.pos = p + 8
	harrierPut(b.pos, 0)
	harrierPut(p, kind|t|uint64(operand)<<32)
	harrierDone(b)
}

// harrierEmit1 writes a record of one word that is never left out. It forgets
// the last object, which only harrierFast leaves out.
func harrierEmit1(kind uint64, operand uint32, w1 uint64) {
	b := harrierBegin(harrierRoom, harrierActor())
	if b == nil {
		return
	}
	t := harrierTicket(b)
	p := b.pos
	b.pos = p + 16
	b.object = 0
	harrierPut(b.pos, 0)
	harrierPut(p+8, w1)
	harrierPut(p, kind|1<<8|t|uint64(operand)<<32)
	harrierDone(b)
}

// harrierEmit2 writes a record of two words.
func harrierEmit2(kind uint64, operand uint32, w1, w2 uint64) {
	harrierEmitBy(harrierActor(), kind, operand, w1, w2)
}

// harrierEmitBy is harrierEmit2 for a goroutine that the caller names: a timer
// may send on the system stack of a goroutine that has nothing to do with it.
func harrierEmitBy(goid, kind uint64, operand uint32, w1, w2 uint64) {
	b := harrierBegin(harrierRoom, goid)
	if b == nil {
		return
	}
	t := harrierTicket(b)
	p := b.pos
	b.pos = p + 24
	b.object = 0
	harrierPut(b.pos, 0)
	harrierPut(p+8, w1)
	harrierPut(p+16, w2)
	harrierPut(p, kind|2<<8|t|uint64(operand)<<32)
	harrierDone(b)
}

// harrierEmit3 writes a record of three words.
func harrierEmit3(kind uint64, operand uint32, w1, w2, w3 uint64) {
	b := harrierBegin(harrierRoom, harrierActor())
	if b == nil {
		return
	}
	t := harrierTicket(b)
	p := b.pos
	b.pos = p + 32
	b.object = 0
	harrierPut(b.pos, 0)
	harrierPut(p+8, w1)
	harrierPut(p+16, w2)
	harrierPut(p+24, w3)
	harrierPut(p, kind|3<<8|t|uint64(operand)<<32)
	harrierDone(b)
}

// harrierEmit4 writes a record of four words.
func harrierEmit4(kind uint64, operand uint32, w1, w2, w3, w4 uint64) {
	b := harrierBegin(harrierRoom, harrierActor())
	if b == nil {
		return
	}
	t := harrierTicket(b)
	p := b.pos
	b.pos = p + 40
	b.object = 0
	harrierPut(b.pos, 0)
	harrierPut(p+8, w1)
	harrierPut(p+16, w2)
	harrierPut(p+24, w3)
	harrierPut(p+32, w4)
	harrierPut(p, kind|4<<8|t|uint64(operand)<<32)
	harrierDone(b)
}

// harrierEmitText writes a record that ends in a text; n of the words w1 and w2 come
// before it.
func harrierEmitText(kind uint64, operand uint32, n, w1, w2 uint64, s string) {
	if len(s) > harrierMaxText {
		s = s[:harrierMaxText]
	}
	words := 1 + uint64(len(s)+7)/8 + n
	b := harrierBegin(harrierRoom+uintptr(words+2)*8, harrierActor())
	if b == nil {
		return
	}
	t := harrierTicket(b)
	p := b.pos
	q := p + 8
	harrierPut(q, words)
	q += 8
	if n > 0 {
		harrierPut(q, w1)
		q += 8
	}
	if n > 1 {
		harrierPut(q, w2)
		q += 8
	}
	harrierPut(q, uint64(len(s)))
	q += 8
	b.pos = p + 16 + uintptr(words)*8
	b.object = 0
	harrierPut(b.pos-8, 0) // the padding of the text's last word
	harrierPut(b.pos, 0)
	for i := 0; i < len(s); i++ {
		*(*byte)(unsafe.Pointer(q + uintptr(i))) = s[i]
	}
	atomic.Store64((*uint64)(unsafe.Pointer(p)), kind|31<<8|t|uint64(operand)<<32)
	harrierDone(b)
}

// harrierOffset turns a program counter into an operand.
//
//go:nosplit
func harrierOffset(pc uintptr) uint32 {
	if d := pc - harrierTextLo; d < harrierTextLen {
		return uint32(d)
	}
	return 0
}
