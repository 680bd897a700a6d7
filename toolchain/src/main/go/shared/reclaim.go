// Ends leaked goroutines where they are blocked: GOLF, section 5.4 and 5.5. The
// world is stopped, marking has reached its fixed point, and nothing that is
// touched here but the semaphores' treap is reached by anything that can run.
//
// Deferred calls do not run: that is what the steps of HARRIER_LEAKS are about.
// Stores are made without write barriers, which would mark what is given up.

package runtime

import (
	"internal/runtime/atomic"
	"unsafe"
)

var (
	harrierCycle   uint32        // number of the collection that may reclaim, for g.harrierSema and what decides
	harrierRevived atomic.Uint64 // goroutines that ran after they had been proved leaked: nothing is reclaimed from then on
)

// harrierAllGivenUp: the waiters of a semaphore leave it together or not at all.
// All of them are leaked, since they wait for the same object. The first keeps
// what was decided.
func harrierAllGivenUp(gp *g) bool {
	first := harrierWaiters((*uint32)(gp.waiting.elem.get()))
	if first == nil {
		return false
	}
	if first.g.harrierSema>>1 == harrierCycle {
		return first.g.harrierSema&1 != 0
	}
	all := uint32(1)
	for sg := first; sg != nil; sg = sg.waitlink {
		if !harrierIsGivenUp(sg.g) {
			all = 0
		}
	}
	first.g.harrierSema = harrierCycle<<1 | all
	return all != 0
}

// harrierWaiters finds the queue of a semaphore.
func harrierWaiters(addr *uint32) *sudog {
	sg := semtable.rootFor(addr).treap
	for sg != nil && sg.elem.uintptr() != uintptr(unsafe.Pointer(addr)) {
		if uintptr(unsafe.Pointer(addr)) < sg.elem.uintptr() {
			sg = sg.prev
		} else {
			sg = sg.next
		}
	}
	return sg
}

// harrierReclaimOne takes gp out of the queues that it waits in and gives it back, as
// gdestroy does with one that returns.
func harrierReclaimOne(gp *g) {
	switch {
	case gp.waitreason.isChanWait():
		harrierLeaveChannels(gp)
	case gp.waiting == nil: // left together with another
	case gp.waitreason == waitReasonSyncCondWait:
		harrierLeaveCond((*notifyList)(gp.waiting.elem.get()))
	case gp.waitreason.isSyncWait():
		harrierLeaveSemaphore((*uint32)(gp.waiting.elem.get()))
	}
	harrierClearPointer(&gp.waiting)
	harrierIsReclaimed(gp)
	pp := getg().m.p.ptr()
	casgstatus(gp, _Gwaiting, _Gdead)
	gcController.addScannableStack(pp, -int64(gp.stack.hi-gp.stack.lo))
	if raceenabled && gp.racectx != 0 {
		racectxend(gp.racectx)
		gp.racectx = 0
	}
	harrierClearPointer(&gp.m)
	harrierClearPointer(&gp._defer)
	harrierClearPointer(&gp._panic)
	harrierClearPointer(&gp.param)
	harrierClearPointer(&gp.labels)
	harrierClearPointer(&gp.timer)
	harrierClearPointer(&gp.ancestors)
	harrierClearPointer((*unsafe.Pointer)(unsafe.Pointer(&gp.writebuf)))
	*(*[2]uintptr)(add(unsafe.Pointer(&gp.writebuf), 8)) = [2]uintptr{}
	*(*uintptr)(unsafe.Pointer(&gp.sched.ctxt)) = 0
	gp.preemptStop = false
	gp.paniconfault = false
	gp.waitreason = waitReasonZero
	gp.fipsOnlyBypass = false
	gp.activeStackChans = false
	gp.parkingOnChan.Store(false)
	gp.selectDone.Store(0)
	gp.gcAssistBytes = 0
	gp.waitsince = 0
	gp.gcscandone = true // there is nothing left to scan
	gfput(pp, gp)
}

// harrierClearPointer clears a pointer without a write barrier.
func harrierClearPointer[T any](p *T) { *(*uintptr)(unsafe.Pointer(p)) = 0 }

func harrierSet(p **sudog, v *sudog) {
	*(*uintptr)(unsafe.Pointer(p)) = uintptr(unsafe.Pointer(v))
}

func harrierClear(sg *sudog) {
	memclrNoHeapPointers(unsafe.Pointer(sg), unsafe.Sizeof(*sg))
}

func harrierLeaveChannels(gp *g) {
	for sg := gp.waiting; sg != nil; {
		next := sg.waitlink
		c := sg.c.get()
		switch {
		case gp.waitreason == waitReasonChanSend, c.recvq.first == nil:
			harrierUnlink(&c.sendq, sg)
		case gp.waitreason == waitReasonChanReceive, c.sendq.first == nil:
			harrierUnlink(&c.recvq, sg)
		case harrierIsQueued(&c.sendq, sg):
			harrierUnlink(&c.sendq, sg)
		default:
			harrierUnlink(&c.recvq, sg)
		}
		harrierClear(sg)
		sg = next
	}
}

// harrierIsQueued is needed for a select that both sends to and receives from
// one channel.
func harrierIsQueued(q *waitq, sg *sudog) bool {
	for x := q.first; x != nil; x = x.next {
		if x == sg {
			return true
		}
	}
	return false
}

func harrierUnlink(q *waitq, sg *sudog) {
	if sg.prev != nil {
		harrierSet(&sg.prev.next, sg.next)
	} else if q.first == sg {
		harrierSet(&q.first, sg.next)
	}
	if sg.next != nil {
		harrierSet(&sg.next.prev, sg.prev)
	} else if q.last == sg {
		harrierSet(&q.last, sg.prev)
	}
}

// harrierLeaveCond takes all that are given up out of the list of a sync.Cond,
// which is linked in one direction. All that wait there are leaked.
func harrierLeaveCond(l *notifyList) {
	var last *sudog
	for sg := l.head; sg != nil; {
		next := sg.next
		if !harrierIsGivenUp(sg.g) {
			last = sg
		} else {
			if last == nil {
				harrierSet(&l.head, next)
			} else {
				harrierSet(&last.next, next)
			}
			harrierClearPointer(&sg.g.waiting)
			harrierClear(sg)
		}
		sg = next
	}
	harrierSet(&l.tail, last)
}

// harrierLeaveSemaphore empties the queue of a semaphore, whose waiters are
// reclaimed together. Their sudogs are reached from the treap and so marked:
// the runtime's own function, with its write barriers, marks nothing.
func harrierLeaveSemaphore(addr *uint32) {
	root := semtable.rootFor(addr)
	for {
		sg, _, _ := root.dequeue(addr)
		if sg == nil {
			return
		}
		root.nwait.Add(-1)
		harrierClearPointer(&sg.g)
	}
}
