// What only a leaked goroutine leads to: how many bytes it keeps alive, and
// whether an object with a finalizer, a cleanup or a weak pointer is among them.
//
// Both are asked where marking has reached its fixed point: an object that is
// not marked is reached only from leaked goroutines, if at all. The walk takes
// every word for a pointer, since it has no types for stacks; it may see too
// much, never too little. It is bounded, because the world stands still: what
// it could not look at is not reclaimed.

package runtime

import (
	"internal/runtime/atomic"
	"unsafe"
)

const (
	harrierToFinalizer = 1 << iota // or a cleanup
	harrierToWeak
	harrierToHeld // a lock of harrierWalked.held
	harrierTooMuch
)

const (
	harrierWalkSlots   = 1 << 15
	harrierWalkMost    = harrierWalkSlots * 3 / 4
	harrierWordsWalk   = 1 << 17 // for one goroutine
	harrierWordsCycle  = 1 << 18 // for all of a collection
	harrierHeldMost    = 16      // locks to look out for
	harrierSpecialBits = 1<<_KindSpecialFinalizer | 1<<_KindSpecialCleanup | 1<<_KindSpecialWeakHandle
)

var (
	harrierWalkSeen harrierBlock // objects of a walk: a hash table of their places, each with the number of its walk
	harrierWalkLeft harrierBlock // uintptr: those whose words are not looked at yet
	harrierWalked   struct {
		bytes, words, total uint64
		seen, left          uintptr
		number              uint64
		found, looks        uint32
		held                [harrierHeldMost]uintptr
		locks               uint32 // how many of them there are
	}
)

// harrierBeginWalks prepares the walks of one collection. It returns what any
// unmarked object has that is to be looked out for.
func harrierBeginWalks() uint32 {
	harrierWalksReady()
	harrierWalked.total, harrierWalked.locks = 0, 0
	harrierNewWalk()
	return harrierAnySpecial()
}

// harrierWalksReady makes room for walks; false if there is no memory.
func harrierWalksReady() bool {
	return harrierWalkSeen.need(harrierWalkSlots*8) && harrierWalkLeft.need(harrierWalkSlots*8)
}

// harrierNewWalk forgets what was seen.
func harrierNewWalk() {
	w := &harrierWalked
	w.seen = 0
	w.number++
	if w.number == 1<<16 {
		memclrNoHeapPointers(unsafe.Pointer(harrierWalkSeen.at), harrierWalkSlots*8)
		w.number = 1
	}
}

func harrierAnySpecial() (found uint32) {
	for _, ai := range mheap_.markArenas {
		ha := mheap_.arenas[ai.l1()][ai.l2()]
		for i := range ha.pageSpecials[:] {
			bits := atomic.Load8(&ha.pageSpecials[i])
			for j := 0; bits != 0; j++ {
				if bits&1 != 0 {
					found |= harrierSpanSpecials(ha.spans[i*8+j], ^uintptr(0))
				}
				bits >>= 1
			}
		}
	}
	return
}

// harrierSpanSpecials says what an unmarked object of s has, all of them if
// object is ^0.
func harrierSpanSpecials(s *mspan, object uintptr) uint32 {
	found := uint32(0)
	for sp := s.specials; sp != nil; sp = sp.next {
		index := sp.offset / s.elemsize
		if 1<<sp.kind&harrierSpecialBits == 0 || object != ^uintptr(0) && index != object {
			continue
		}
		if object == ^uintptr(0) && s.markBitsForIndex(index).isMarked() {
			continue
		}
		if sp.kind == _KindSpecialWeakHandle {
			found |= harrierToWeak
		} else {
			found |= harrierToFinalizer
		}
	}
	return found
}

// harrierWalk looks at what gp leads to. With nothing to look out for, an
// object counts for the first goroutine that leads to it; else each walk sees
// all that its goroutine leads to.
func harrierWalk(gp *g, looks uint32) uint32 {
	w := &harrierWalked
	w.bytes, w.words, w.left, w.found, w.looks = 0, 0, 0, 0, looks
	if looks != 0 {
		harrierNewWalk()
	}
	if harrierWalkSeen.size == 0 || harrierWalkLeft.size == 0 || w.total > harrierWordsCycle {
		return harrierTooMuch
	}
	w.bytes = uint64(gp.stack.hi - gp.stack.lo)
	harrierWalkWords(gp.sched.sp, gp.stack.hi)
	at := uintptr(unsafe.Pointer(gp))
	harrierWalkWords(at, at+unsafe.Sizeof(*gp))
	if gp.waitreason.isChanWait() {
		for sg := gp.waiting; sg != nil; sg = sg.waitlink {
			harrierWalkTo(sg.c.uintptr())
		}
	} else if gp.waiting != nil {
		harrierWalkTo(gp.waiting.elem.uintptr())
	}
	for w.left > 0 && w.found&harrierTooMuch == 0 {
		w.left--
		base := *harrierWalkLeft.addr(w.left)
		harrierWalkWords(base, base+spanOf(base).elemsize)
	}
	w.total += w.words
	return w.found
}

func harrierWalkWords(from, to uintptr) {
	w := &harrierWalked
	w.words += uint64(to-from) / 8
	if w.words > harrierWordsWalk {
		w.found |= harrierTooMuch
		return
	}
	for p := from; p < to; p += 8 {
		harrierWalkTo(*(*uintptr)(unsafe.Pointer(p)))
	}
}

// harrierWalkTo looks at the object that addr is in, if it is in one that is not
// marked. spanOf, unlike findObject, stands words that are no pointers.
func harrierWalkTo(addr uintptr) {
	s := spanOf(addr)
	if s == nil || s.state.get() != mSpanInUse || addr < s.base() || addr >= s.limit {
		return
	}
	index := s.objIndex(addr)
	if s.isFree(index) || s.markBitsForIndex(index).isMarked() {
		return
	}
	w := &harrierWalked
	base := s.base() + index*s.elemsize
	slot := uintptr(uint64(base>>3)*0x9e3779b97f4a7c15>>32) % harrierWalkSlots
	entry := base>>3 | uintptr(w.number)<<48
	for *harrierWalkSeen.addr(slot)>>48 == uintptr(w.number) {
		if *harrierWalkSeen.addr(slot) == entry {
			return
		}
		slot = (slot + 1) % harrierWalkSlots
	}
	if w.seen >= harrierWalkMost {
		w.found |= harrierTooMuch
		return
	}
	w.seen++
	*harrierWalkSeen.addr(slot) = entry
	w.bytes += uint64(s.elemsize)
	if s.specials != nil && w.looks != 0 {
		w.found |= harrierSpanSpecials(s, index)
	}
	for i := uint32(0); i < w.locks; i++ {
		if w.held[i]-base < s.elemsize {
			w.found |= harrierToHeld
		}
	}
	if !s.spanclass.noscan() {
		*harrierWalkLeft.addr(w.left) = base
		w.left++
	}
}
