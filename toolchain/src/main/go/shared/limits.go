// Contexts with a time limit. A goroutine that makes one for a round of its loop is woken by
// it as by a timer, and the goroutine that else could end the loop is not known from that.
//
// The timer ends its context and those derived from it, never the context's parent; but it
// refers to a function, that to the context, and that to the parent. While goroutines that
// only time wakes are looked for, marking passes over these timers: it follows what they end
// and leaves out the parent. What it passed over is marked before it is over.

package runtime

import "unsafe"

// harrierLimits is not 0 if package context has to record time limits.
//
//go:linkname harrierLimits
var harrierLimits uint32

// harrierLimitSize is how large the fields are that a time limit changes, from the first one.
var harrierLimitSize uintptr

var harrierPassedOver harrierBlock // *timer, in a collection that does

// harrierGoroutine gives a context with a deadline the goroutine that made it.
//
//go:linkname harrierGoroutine
func harrierGoroutine() uint64 { return getg().goid }

// harrierTimed notes that done is the channel of such a context: it is as good as a timer
// for its maker, as long as the analysis finds that this made it for a round of its loop.
//
//go:linkname harrierTimed
func harrierTimed(done unsafe.Pointer, maker uint64) {
	(*hchan)(done).harrierMaker = harrierMark(maker)
}

// harrierMark is a goroutine as a channel has room for it, never 0; its lowest bit is free. That
// of another goroutine may be the same: then the analysis knows that it did not make the context.
func harrierMark(goid uint64) uint16 { return uint16(goid)<<1 | 1<<15 }

func harrierIsOwnTimeout(gp *g, c *hchan) bool { return c.harrierMaker&^1 == harrierMark(gp.goid) }

// harrierLimit notes that t ends ctx: the size bytes at the offset from ctx are what that
// changes. Which word of its function refers to ctx, and the offset, fit into the timer.
//
//go:linkname harrierLimit
func harrierLimit(t *timeTimer, ctx unsafe.Pointer, offset, size uintptr) {
	function := harrierFunctionOf(&t.timer)
	s := spanOfHeap(function)
	if s == nil {
		return
	}
	for i := uintptr(1); i < s.elemsize/8; i++ {
		if *(*uintptr)(unsafe.Pointer(function + i*8)) == uintptr(ctx) {
			harrierLimitSize = size
			t.harrierEnds = uint32(i)<<16 | uint32(offset)
			return
		}
	}
}

// harrierFunctionOf is what a timer of time.AfterFunc calls.
func harrierFunctionOf(t *timer) uintptr { return uintptr(efaceOf(&t.arg).data) }

// harrierPassOverLimits is called when marking begins, with the world stopped. With more
// timers than most they are followed as all others.
func harrierPassOverLimits(most int) {
	harrierPassedOver.reset()
	for _, pp := range allp {
		most -= len(pp.timers.heap)
	}
	if most < 0 {
		return
	}
	for _, pp := range allp {
		for _, entry := range pp.timers.heap {
			if t := entry.timer; t.harrierEnds != 0 {
				harrierPassOver(t)
			}
		}
	}
}

func harrierPassOver(t *timer) {
	s, function := spanOfHeap(uintptr(unsafe.Pointer(t))), harrierFunctionOf(t)
	of := spanOfHeap(function)
	at, ok := harrierPassedOver.take(8)
	if s == nil || of == nil || !ok {
		return
	}
	*harrierPassedOver.addr(at / 8) = uintptr(unsafe.Pointer(t))
	gcmarknewobject(s, s.base()+s.objIndex(uintptr(unsafe.Pointer(t)))*s.elemsize)
	word, offset := uintptr(t.harrierEnds>>16), uintptr(t.harrierEnds&0xffff)
	for i := uintptr(1); i < of.elemsize/8; i++ {
		p := *(*uintptr)(unsafe.Pointer(function + i*8))
		if i != word && p != 0 {
			shade(p)
		} else if i == word {
			for from := p + offset; from < p+offset+harrierLimitSize; from += 8 {
				if q := *(*uintptr)(unsafe.Pointer(from)); q != 0 {
					shade(q)
				}
			}
		}
	}
}

// harrierLimitEnds is called when a timer fires, on the system stack: what marking has passed
// over is about to be in the hands of a goroutine that it won't look at.
//
//go:nowritebarrier
func harrierLimitEnds(t *timer, arg any) {
	if t.harrierEnds != 0 && harrierPassedOver.used != 0 && gcphase == _GCmark {
		shade(uintptr(efaceOf(&arg).data))
	}
}

// harrierFollowLimits is called where marking has reached its fixed point, with the world
// stopped. It returns whether there is more to mark.
func harrierFollowLimits() (more bool) {
	for i := uintptr(0); i < harrierPassedOver.used/8; i++ {
		function := harrierFunctionOf((*timer)(unsafe.Pointer(*harrierPassedOver.addr(i))))
		if isMarkedOrNotInHeap(unsafe.Pointer(function)) {
			continue
		}
		// Mostly the context is known elsewhere, and this is all.
		s := spanOfHeap(function)
		whole := true
		for j := uintptr(1); j < s.elemsize/8; j++ {
			whole = whole && isMarkedOrNotInHeap(*(*unsafe.Pointer)(unsafe.Pointer(function + j*8)))
		}
		if whole {
			gcmarknewobject(s, s.base()+s.objIndex(function)*s.elemsize)
		} else {
			shade(function)
			more = true
		}
	}
	harrierPassedOver.used = 0
	return
}
