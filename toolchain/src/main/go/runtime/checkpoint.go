// Checkpoints: which goroutines are there, and in what state.

package runtime

import (
	"internal/runtime/atomic"
	"unsafe"
)

const (
	harrierAtTestEnd = iota + 1
	harrierAtPeriodic
	harrierAtProcessEnd
	harrierAtDeadlock
	harrierAtQuiescence
	harrierAtTimeout
	harrierAtCrash
	_ // only of traces of binaries
	harrierAtBubble
	harrierAtStall
)

const (
	harrierRunning = iota + 1
	harrierRunnable
	harrierSyscalling
	harrierWaiting
	harrierLeaked
	harrierTicking
	harrierPolling
)

// harrierState is 0 for a goroutine that a checkpoint does not list.
func harrierState(gp *g) uint64 {
	if gp.harrierSystem || gp.harrierOver {
		return 0
	}
	switch readgstatus(gp) &^ _Gscan {
	case _Grunning:
		return harrierRunning
	case _Grunnable, _Gpreempted, _Gcopystack:
		return harrierRunnable
	case _Gsyscall:
		return harrierSyscalling
	case _Gwaiting:
		if gp.harrierLeaked {
			return harrierLeaked
		}
		if harrierWaitsByChoice(gp) {
			return harrierRunnable
		}
		if gp.harrierTicking && gp.waitreason == waitReasonSelect {
			return harrierTicking
		}
		return harrierWaiting
	}
	return 0
}

// harrierEachG calls fn for every goroutine of the program. New ones may
// appear meanwhile and are left out. It takes no lock: allgs only grows.
func harrierEachG(fn func(gp *g)) {
	all, n := atomicAllG()
	for i := uintptr(0); i < n; i++ {
		fn(atomicAllGIndex(all, i))
	}
}

// harrierTimers counts the timers that can still wake a goroutine. The alarm
// of package testing is not one of them: it only ends the process. Nor is that
// of the scavenger, which is set for a while after every collection and wakes
// no other goroutine.
func harrierTimers() uint32 {
	n := int64(0)
	for _, pp := range allp {
		n += int64(pp.timers.len.Load()) - int64(pp.timers.zombies.Load())
	}
	if t := harrierAlarmTimer; t != nil && !harrierAlarmSpent && harrierIsSet(&t.timer) {
		n--
	}
	if harrierIsSet(scavenger.timer) {
		n--
	}
	if n < 0 {
		return 0
	}
	return uint32(n)
}

// harrierIsSet reports whether t is among the timers that are counted.
func harrierIsSet(t *timer) bool {
	return t != nil && t.astate.Load()&(timerHeaped|timerZombie) == timerHeaped
}

var harrierCheckMu atomic.Uint32

// harrierStates is where harrierCheckpoint collects, two words a goroutine. It
// grows by doubling, outside the heap, and is held as a number: a checkpoint
// may be taken where write barriers are forbidden.
var harrierStates, harrierStatesLen uintptr

// harrierCheckpoint writes the state of all goroutines, or of those of one
// test.
//
// The look at them takes time. If no ticket was given out meanwhile then
// no goroutine woke another one, and what was seen is one moment's state. Else it is
// tried again; if the program won't hold still, goroutine 0 is listed as
// running: no analysis shall conclude that nothing moved.
func harrierCheckpoint(reason uint32, test uint32) {
	harrierCheckpointOf(reason, test, nil)
}

// harrierBubbleStuck is called where testing/synctest finds that the goroutines
// of a bubble wait for each other, or for no goroutine. No timer of theirs is set. With
// the panic that follows the bubble is over: those goroutines never run again, and
// later checkpoints do not list them.
func harrierBubbleStuck(bubble unsafe.Pointer) {
	harrierCheckpointOf(harrierAtBubble, 0, bubble)
	me := getg()
	harrierEachG(func(gp *g) {
		if gp != me && harrierBubble(gp) == bubble {
			gp.harrierOver = true
			gp.harrierRuns = 0
		}
	})
}

// harrierCheckpointOf is harrierCheckpoint for the goroutines of one bubble, if
// that is not nil.
func harrierCheckpointOf(reason, test uint32, bubble unsafe.Pointer) {
	if harrierOn == 0 {
		return
	}
	mp := acquirem()
	harrierLock(&harrierCheckMu)
	n := uintptr(0)
	for tries := 0; ; tries++ {
		before := harrierTickets.Load()
		n = harrierCollectStates(test, bubble)
		if harrierTickets.Load() == before {
			break
		}
		if tries == 10 {
			n = harrierNote(n, 0, harrierRunning)
			break
		}
	}
	timers, waiters := harrierTimers(), harrierOutsideWaiters()
	if bubble != nil {
		timers, waiters = 0, 0 // they can't wake a goroutine of the bubble
	}
	harrierEmit2(harrierCheck, reason, uint64(test)|uint64(timers)<<32, uint64(waiters)|uint64(n)<<32)
	for i := uintptr(0); i < n; i++ {
		b := harrierBegin(harrierRoom, harrierActor())
		if b == nil {
			break
		}
		goid := *(*uint64)(unsafe.Pointer(harrierStates + i*16))
		p := b.pos
		b.pos = p + 16
		harrierPut(b.pos, 0)
		harrierPut(p+8, *(*uint64)(unsafe.Pointer(harrierStates + i*16 + 8))|goid>>32<<32)
		harrierPut(p, harrierGState|1<<8|goid<<32)
		harrierDone(b)
	}
	harrierUnlock(&harrierCheckMu)
	releasem(mp)
}

// harrierShowsPolls says that the checkpoint is the one after the latest look for
// leaks, at the end of the process.
var harrierShowsPolls bool

// harrierPollEnded says that a goroutine has ended that the latest look for leaks found
// to be woken only by time: it may have known the others.
var harrierPollEnded bool

// harrierCollectStates notes the goroutines that a checkpoint lists.
func harrierCollectStates(test uint32, bubble unsafe.Pointer) (n uintptr) {
	moved := !harrierShowsPolls || harrierApartMoved()
	harrierEachG(func(gp *g) {
		if s := harrierState(gp); s != 0 && (test == 0 || gp.harrierTest == test) && (bubble == nil || harrierBubble(gp) == bubble) {
			reason := harrierReason(gp.waitreason)
			if harrierShowsPolls && gp.harrierPolling && s != harrierTicking && !harrierPollEnded {
				if s != harrierWaiting || gp.waitreason == waitReasonSleep {
					reason = harrierReason(waitReasonZero)
				}
				s = harrierPolling
			} else if s == harrierWaiting && !moved && harrierCameRound(gp) {
				s = harrierPolling
			}
			n = harrierNote(n, gp.goid, s|reason<<8)
		}
	})
	if bubble == nil {
		n = harrierNoteReclaimed(n, test)
	}
	return
}

func harrierNote(n uintptr, goid, state uint64) uintptr {
	if n == harrierStatesLen {
		size := 2*harrierStatesLen + 4096
		p := uintptr(persistentalloc(size*16, 8, &memstats.other_sys))
		memmove(unsafe.Pointer(p), unsafe.Pointer(harrierStates), n*16)
		harrierStates, harrierStatesLen = p, size
	}
	harrierPut(harrierStates+n*16, goid)
	harrierPut(harrierStates+n*16+8, state)
	return n + 1
}
