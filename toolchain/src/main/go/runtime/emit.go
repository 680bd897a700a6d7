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
	harrierCtxNew     = 0x28
	harrierCtxDone    = 0x29
	harrierCtxCancel  = 0x2a
	harrierTimer      = 0x2b
	harrierPanic      = 0x30
	harrierTestBeginK = 0x31
	harrierTestEndK   = 0x32
	harrierCheck      = 0x33
	harrierEnd        = 0x34

	harrierFlag1 = 1 << 13
	harrierFlag2 = 2 << 13
	harrierFlag4 = 4 << 13
)

const harrierAddress = 1<<48 - 1

// harrierBegin gives a buffer with room for the record at hand, owned by this
// thread until harrierDone. Nil means that tracing is over.
func harrierBegin(room uintptr) *harrierBuffer {
	mp := acquirem()
	pp := mp.p.ptr()
	id := harrierNoP
	var b *harrierBuffer
	if pp != nil {
		b = &pp.harrier
		id = uint32(pp.id)
	} else {
		harrierLock(&harrierLooseMu)
		b = &harrierLoose
	}
	if b.end-b.pos < room && !harrierNextChunk(b, id) {
		harrierDropped.Add(1)
		if h := harrierHeader; h != 0 {
			harrierPut(h+harrierAtDropped, harrierDropped.Load())
		}
		harrierDone(b)
		return nil
	}
	goid := uint64(0)
	if gp := mp.curg; gp != nil {
		goid = gp.goid
	}
	if b.goid != goid || b.clock >= 512 {
		harrierWho(b, goid)
	}
	b.clock++
	return b
}

func harrierDone(b *harrierBuffer) {
	if b == &harrierLoose {
		harrierUnlock(&harrierLooseMu)
	}
	releasem(getg().m)
}

// harrierWho notes that the records to come are goroutine goid's.
func harrierWho(b *harrierBuffer, goid uint64) {
	p := b.pos
	n := uint64(1)
	if goid>>32 != 0 {
		n = 2
		harrierPut(p+16, goid>>32)
	}
	harrierPut(p+8, uint64(cputicks()))
	harrierPut(p, harrierG|n<<8|goid<<32)
	b.pos = p + 8 + uintptr(n)*8
	b.goid = goid
	b.clock = 0
}

// harrierTicket takes the next ticket and returns the ticket field of word 0.
func harrierTicket(b *harrierBuffer) uint64 {
	t := harrierTickets.Add(1)
	d := t - b.ticket
	if d > 0xffff {
		p := b.pos
		harrierPut(p+8, t-1)
		harrierPut(p, harrierTick|1<<8)
		b.pos = p + 16
		d = 1
	}
	b.ticket = t
	return d << 16
}

func harrierEmit0(kind uint64, operand uint32) {
	b := harrierBegin(harrierRoom)
	if b == nil {
		return
	}
	t := harrierTicket(b)
	p := b.pos
	b.pos = p + 8
	harrierPut(p, kind|t|uint64(operand)<<32)
	harrierDone(b)
}

// harrierEmit1 writes a record of one word that is never left out. It forgets
// the last object: an object is only left out right after a record that could
// have left it out too, which holds however a reader takes the format.
func harrierEmit1(kind uint64, operand uint32, w1 uint64) {
	b := harrierBegin(harrierRoom)
	if b == nil {
		return
	}
	t := harrierTicket(b)
	p := b.pos
	b.pos = p + 16
	b.object = 0
	harrierPut(p+8, w1)
	harrierPut(p, kind|1<<8|t|uint64(operand)<<32)
	harrierDone(b)
}

// harrierEmitObject writes a record about an object, leaving the object out if
// it is the one that this P's last such record was about.
func harrierEmitObject(kind uint64, operand uint32, object uint64) {
	b := harrierBegin(harrierRoom)
	if b == nil {
		return
	}
	t := harrierTicket(b)
	p := b.pos
	if object == b.object {
		b.pos = p + 8
	} else {
		b.object = object
		b.pos = p + 16
		harrierPut(p+8, object)
		kind |= 1 << 8
	}
	harrierPut(p, kind|t|uint64(operand)<<32)
	harrierDone(b)
}

// harrierEmit2 writes a record of two words, the first of them an object if
// the format says so for its kind.
func harrierEmit2(kind uint64, operand uint32, w1, w2 uint64) {
	b := harrierBegin(harrierRoom)
	if b == nil {
		return
	}
	t := harrierTicket(b)
	p := b.pos
	b.pos = p + 24
	b.object = 0
	harrierPut(p+8, w1)
	harrierPut(p+16, w2)
	harrierPut(p, kind|2<<8|t|uint64(operand)<<32)
	harrierDone(b)
}

// harrierEmitText writes a record that ends in a text; extra comes before it
// if hasExtra.
func harrierEmitText(kind uint64, operand uint32, hasExtra bool, extra uint64, s string) {
	if len(s) > harrierMaxText {
		s = s[:harrierMaxText]
	}
	words := 1 + uint64(len(s)+7)/8
	if hasExtra {
		words++
	}
	b := harrierBegin(harrierRoom + uintptr(words+2)*8)
	if b == nil {
		return
	}
	t := harrierTicket(b)
	p := b.pos
	q := p + 8
	harrierPut(q, words)
	q += 8
	if hasExtra {
		harrierPut(q, extra)
		q += 8
	}
	harrierPut(q, uint64(len(s)))
	q += 8
	for i := 0; i < len(s); i++ {
		*(*byte)(unsafe.Pointer(q + uintptr(i))) = s[i]
	}
	b.pos = p + 16 + uintptr(words)*8
	atomic.Store64((*uint64)(unsafe.Pointer(p)), kind|31<<8|t|uint64(operand)<<32)
	harrierDone(b)
}

// harrierOffset turns a program counter into an operand.
func harrierOffset(pc uintptr) uint32 {
	if d := pc - harrierTextLo; d < harrierTextLen {
		return uint32(d)
	}
	return 0
}
