// Goroutines: born, parked, readied, ended.

package runtime

import (
	"internal/goarch"
	"unsafe"
)

// harrierPark is called at the entry of gopark, before the locks of what the
// goroutine waits for are given up: no goroutine can have readied it yet.
//
//go:noinline
func harrierPark(reason waitReason) {
	gp := getg()
	gp.harrierParks++
	r := harrierReason(reason)
	// The runtime's own goroutines sleep and wait for their own reasons, but
	// one that runs a finalizer can block like any other.
	if gp.harrierSystem && r > 11 || gp != gp.m.curg {
		return
	}
	object := uint64(0)
	if r <= 2 && gp.waiting != nil {
		object = harrierChannelOf(gp.waiting)
	}
	harrierEmit1(harrierBlockK, harrierStack(gp, *(*uintptr)(unsafe.Pointer(getfp()))), object|r<<48)
}

// harrierReady records that a goroutine readies gp. A goroutine that was only
// stopped, for a look at its stack, had not been waiting.
func harrierReady(gp *g) {
	if !gp.harrierSystem && gp.waitreason != waitReasonPreempted {
		harrierNoteRevived(gp)
		harrierEmit0(harrierUnblockK, uint32(gp.goid))
	}
}

// harrierSpawned is called by newproc1 on the system stack, with the creator
// stopped in newproc: its frames start at the saved frame pointer, or above it.
func harrierSpawned(newg, callergp *g, callerpc uintptr) {
	newg.harrierLeaked = false
	newg.harrierTicking = false
	newg.harrierPolling = false
	newg.harrierApart = false
	newg.harrierOver = false
	newg.harrierCoro = 0
	newg.harrierTest = callergp.harrierTest
	newg.harrierRuns = 0
	newg.harrierHeld = 0
	newg.harrierLast = 0
	newg.harrierName, newg.harrierRng = 0, 0
	if newg.harrierSystem {
		return
	}
	if harrierSerial != 0 {
		harrierEnroll(newg, callergp)
	}
	stack := uint32(0)
	if getg() != callergp {
		fp := callergp.sched.bp
		for i := 0; i < 2 && fp != 0 && *(*uintptr)(unsafe.Pointer(fp + goarch.PtrSize)) != callerpc; i++ {
			fp = *(*uintptr)(unsafe.Pointer(fp)) // a frame of newproc's own
		}
		stack = harrierStack(callergp, fp)
	}
	newg.harrierFrom = stack
	start := uint64(harrierOffset(newg.startpc))
	timer := uint64(0)
	if mp := getg().m; mp.harrierTimer != 0 {
		timer = uint64(mp.harrierTimer) | harrierTimerObject<<48
		mp.harrierTimer = 0
	}
	switch {
	case newg.harrierName != 0:
		harrierEmit4(harrierSpawn, stack, newg.goid, start, timer, newg.harrierName)
	case timer != 0:
		harrierEmit3(harrierSpawn, stack, newg.goid, start, timer)
	default:
		harrierEmit2(harrierSpawn, stack, newg.goid, start)
	}
}

func harrierGone(gp *g) {
	if !gp.harrierSystem && getg().m.curg == gp {
		harrierEmit0(harrierExit, 0)
	}
	harrierPollEnded = harrierPollEnded || gp.harrierPolling
	harrierApartEnded = harrierApartEnded || gp.harrierApart
}
