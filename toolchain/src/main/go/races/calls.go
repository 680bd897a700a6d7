// Data races without the race detector of Go's distribution: what the compiler's
// instrumentation (-gcflags=PATTERN=-race) and the library's own remarks on
// synchronization (raceenabled, internal/race) call. This takes the place of
// race0.go in builds that look for races; no other build has any of it.
//
// The algorithm is FastTrack (Flanagan, Freund: PLDI 2009, doi
// 10.1145/1542476.1542490), with the reads of a word that nothing orders kept as
// a list of epochs. It works only in controlled runs, where one goroutine runs at
// a time, so that it needs no atomics, and its verdict is part of the replay. The goroutine that
// comes here holds the only P and can't be stopped: code of package runtime is
// preempted at calls that may grow the stack, and there are none.
//
//   - memory.go: where all this is kept, outside the heap, and its bounds
//   - clocks.go: vector clocks, and which goroutine has which place in them
//   - order.go: what synchronizes
//   - access.go: what was accessed, and whether anything orders it
//   - places.go: call stacks, interned
//   - found.go: what is reported
//   - values.go: values with that
//   - reads.go: what a failed assertion may have read
//   - exported.go: what programs and package internal/race call
//
// Cost, on one core of the machine of docs/evaluation.md: see there.

//go:build !race

package runtime

import (
	"internal/abi"
	"internal/goarch"
	"internal/runtime/sys"
	"internal/stringslite"
	"unsafe"
)

const raceenabled = true

// harrierDetects is 1 in runs that look for races.
var harrierDetects uint32

// raceinit is called before there is a heap, on the first thread's own stack.
func raceinit() (gctx, pctx uintptr) {
	if harrierEarlyEnv("HARRIER_CONTROL=") == "" {
		return 0, 0
	}
	if !harrierRaceMemory() {
		harrierNotice(harrierNoMoreRaces)
		return 0, 0
	}
	md := &firstmoduledata
	start := min(md.noptrdata, md.data, md.noptrbss, md.bss)
	racemapshadow(unsafe.Pointer(start), max(md.enoptrdata, md.edata, md.enoptrbss, md.ebss)-start)
	harrierDetects = 1
	return uintptr(unsafe.Pointer(harrierNewRacer(nil))), 0
}

func racefini() {}

func raceproccreate() uintptr { return 0 }

func raceprocdestroy(ctx uintptr) {}

func racemapshadow(addr unsafe.Pointer, size uintptr) {
	if harrierRaceDirectory != nil {
		harrierRaceMap(uintptr(addr), size)
	}
}

// harrierRacing is the race context of the goroutine that runs, nil if there is
// none: on the stacks of threads, where only Go's own code runs.
//
//go:nosplit
func harrierRacing() *harrierRacer {
	gp := getg()
	if gp.racectx == 0 || gp != gp.m.curg || harrierDetects == 0 {
		return nil
	}
	return (*harrierRacer)(unsafe.Pointer(gp.racectx))
}

//go:nosplit
func racefuncenter(callpc uintptr) {
	if r := (*harrierRacer)(unsafe.Pointer(getg().racectx)); r != nil {
		r.frame = 0
	}
}

//go:nosplit
func racefuncexit() {
	if r := (*harrierRacer)(unsafe.Pointer(getg().racectx)); r != nil {
		r.frame = 0
	}
}

//go:nosplit
//go:noinline
func raceread(addr uintptr) {
	r := harrierRacing()
	if r != nil && !harrierSeenAccess(r, addr, 0) {
		fp := getfp()
		systemstack(func() { harrierAccessed(r, addr, 1, 0, fp, 0) })
	}
	if r != nil && harrierAccessPoints != 0 && harrierSwitchesAt(addr, sys.GetCallerPC()) {
		harrierBeforeAccess(addr, sys.GetCallerPC(), harrierLoad)
	}
	if r != nil && harrierDetails != 0 {
		fp := getfp()
		systemstack(func() { harrierWatchAccess(r, addr, 1, 0, fp, 0, false) })
	}
}

//go:nosplit
//go:noinline
func racewrite(addr uintptr) {
	r := harrierRacing()
	if r != nil && !harrierSeenAccess(r, addr, harrierWrites) {
		fp := getfp()
		systemstack(func() { harrierAccessed(r, addr, 1, harrierWrites, fp, 0) })
	}
	if r != nil && harrierAccessPoints != 0 && harrierSwitchesAt(addr, sys.GetCallerPC()) {
		harrierBeforeAccess(addr, sys.GetCallerPC(), harrierStore)
	}
	if r != nil && harrierDetails != 0 {
		fp := getfp()
		systemstack(func() { harrierWatchAccess(r, addr, 1, harrierWrites, fp, 0, false) })
	}
}

//go:nosplit
//go:noinline
func racereadrange(addr, size uintptr) {
	if r := harrierRacing(); r != nil && size != 0 {
		fp := getfp()
		systemstack(func() { harrierAccessed(r, addr, size, 0, fp, 0) })
		if harrierAccessPoints != 0 && harrierSwitchesAt(addr, sys.GetCallerPC()) {
			harrierBeforeAccess(addr, sys.GetCallerPC(), harrierLoad)
		}
		if harrierDetails != 0 {
			fp := getfp() // the stack may have moved
			systemstack(func() { harrierWatchAccess(r, addr, size, 0, fp, 0, false) })
		}
	}
}

//go:nosplit
//go:noinline
func racewriterange(addr, size uintptr) {
	if r := harrierRacing(); r != nil && size != 0 {
		fp := getfp()
		systemstack(func() { harrierAccessed(r, addr, size, harrierWrites, fp, 0) })
		if harrierAccessPoints != 0 && harrierSwitchesAt(addr, sys.GetCallerPC()) {
			harrierBeforeAccess(addr, sys.GetCallerPC(), harrierStore)
		}
		if harrierDetails != 0 {
			fp := getfp() // the stack may have moved
			systemstack(func() { harrierWatchAccess(r, addr, size, harrierWrites, fp, 0, false) })
		}
	}
}

// Accesses that the runtime makes on behalf of the code that called it at callpc.

// A send reads, and a close writes, what stands for the channel; no other access of
// theirs comes by these two.

//go:nosplit
func racereadpc(addr unsafe.Pointer, callpc, pc uintptr) {
	what := uint8(0)
	if pc == abi.FuncPCABIInternal(chansend) {
		what = harrierOnChannel
	}
	harrierAccessedFor(addr, 1, what, callpc, pc)
}

//go:nosplit
func racewritepc(addr unsafe.Pointer, callpc, pc uintptr) {
	what := uint8(harrierWrites)
	if pc == abi.FuncPCABIInternal(closechan) {
		what |= harrierOnChannel
	}
	harrierAccessedFor(addr, 1, what, callpc, pc)
}

//go:nosplit
func racereadrangepc(addr unsafe.Pointer, size, callpc, pc uintptr) {
	harrierAccessedFor(addr, size, 0, callpc, pc)
}

//go:nosplit
func racewriterangepc(addr unsafe.Pointer, size, callpc, pc uintptr) {
	harrierAccessedFor(addr, size, harrierWrites, callpc, pc)
}

//go:nosplit
//go:noinline
func harrierAccessedFor(addr unsafe.Pointer, size uintptr, what uint8, callpc, pc uintptr) {
	if r := harrierRacing(); r != nil && size != 0 && addr != nil {
		fp := getfp()
		systemstack(func() { harrierAccessed(r, uintptr(addr), size, what, fp, callpc) })
		if harrierAccessPoints != 0 && what&harrierOnChannel == 0 && harrierSwitchesAt(uintptr(addr), callpc) {
			harrierBeforeAccess(uintptr(addr), callpc, harrierLoad+what&harrierWrites)
		}
		if harrierDetails != 0 && what&harrierOnChannel == 0 {
			fp := getfp() // the stack may have moved
			systemstack(func() { harrierWatchAccess(r, uintptr(addr), size, what, fp, callpc, harrierIsMapCall(pc)) })
		}
	}
}

// harrierObjectSize is how many bytes an access to a value of type t is about: all
// of one with parts, the first of any other.
func harrierObjectSize(t *_type) uintptr {
	switch t.Kind() {
	case abi.Array, abi.Struct:
		return t.Size_
	}
	return 1
}

func raceReadObjectPC(t *_type, addr unsafe.Pointer, callpc, pc uintptr) {
	racereadrangepc(addr, harrierObjectSize(t), callpc, pc)
}

func raceWriteObjectPC(t *_type, addr unsafe.Pointer, callpc, pc uintptr) {
	racewriterangepc(addr, harrierObjectSize(t), callpc, pc)
}

// Memory that begins or ends: what was known of it is about something else.

//go:nosplit
func racemalloc(p unsafe.Pointer, size uintptr) {
	if harrierDetects != 0 {
		systemstack(func() { harrierNewMemory(uintptr(p), size) })
	}
}

//go:nosplit
func racefree(p unsafe.Pointer, size uintptr) { racemalloc(p, size) }

// Goroutines.

//go:nosplit
func racegostart(pc uintptr) uintptr {
	gp := getg()
	if gp.m.curg != nil {
		gp = gp.m.curg
	}
	return racectxstart(pc, gp.racectx)
}

//go:nosplit
func racegoend() {
	gp := getg()
	if harrierRecorded.addr != 0 && harrierRecorded.kind == 0 {
		harrierRecordNow()
	}
	harrierSettleWrite()
	ctx := gp.racectx
	gp.racectx = 0
	racectxend(ctx)
}

//go:nosplit
func racectxstart(pc, spawner uintptr) (ctx uintptr) {
	if harrierDetects != 0 {
		systemstack(func() {
			ctx = uintptr(unsafe.Pointer(harrierNewRacer((*harrierRacer)(unsafe.Pointer(spawner)))))
		})
	}
	return
}

//go:nosplit
func racectxend(ctx uintptr) {
	if ctx != 0 {
		systemstack(func() { harrierEndRacer((*harrierRacer)(unsafe.Pointer(ctx))) })
	}
}

//go:nosplit
func racefingo() {
	if r := (*harrierRacer)(unsafe.Pointer(getg().racectx)); r != nil {
		systemstack(func() { harrierAfterAll(r) })
	}
}

// Synchronization, as the library announces it.

const (
	harrierAcquires = 1 << iota
	harrierReleases
	harrierMerges // the release adds to earlier ones
	harrierSwaps  // what is released is what was known before the acquire
)

//go:nosplit
func harrierOrder(ctx uintptr, addr unsafe.Pointer, how uint8) {
	if ctx != 0 && harrierDetects != 0 {
		systemstack(func() { harrierSynchronize((*harrierRacer)(unsafe.Pointer(ctx)), uintptr(addr), how) })
	}
}

//go:nosplit
func harrierOrderOf(gp *g, addr unsafe.Pointer, how uint8) {
	if getg().raceignore == 0 {
		harrierOrder(gp.racectx, addr, how)
	}
}

//go:nosplit
func raceacquire(addr unsafe.Pointer) { harrierOrderOf(getg(), addr, harrierAcquires) }

//go:nosplit
func raceacquireg(gp *g, addr unsafe.Pointer) { harrierOrderOf(gp, addr, harrierAcquires) }

//go:nosplit
func raceacquirectx(ctx uintptr, addr unsafe.Pointer) { harrierOrder(ctx, addr, harrierAcquires) }

//go:nosplit
func racerelease(addr unsafe.Pointer) { harrierOrderOf(getg(), addr, harrierReleases) }

//go:nosplit
func racereleaseg(gp *g, addr unsafe.Pointer) { harrierOrderOf(gp, addr, harrierReleases) }

//go:nosplit
func racereleasemerge(addr unsafe.Pointer) { harrierOrderOf(getg(), addr, harrierMerges) }

//go:nosplit
func racereleasemergeg(gp *g, addr unsafe.Pointer) { harrierOrderOf(gp, addr, harrierMerges) }

//go:nosplit
func racereleaseacquire(addr unsafe.Pointer) { harrierOrderOf(getg(), addr, harrierSwaps) }

//go:nosplit
func racereleaseacquireg(gp *g, addr unsafe.Pointer) { harrierOrderOf(gp, addr, harrierSwaps) }

// Atomics of the program. An atomic access races with a plain one; it happens after
// those that wrote what it reads.

//go:linkname harrierRaceAtomic
//go:nosplit
//go:noinline
func harrierRaceAtomic(addr unsafe.Pointer, size uintptr, how uint8) {
	r := harrierRacing()
	if r == nil || getg().raceignore != 0 {
		return // the library uses it to make something that synchronizes, and announces that
	}
	what := uint8(harrierAtomically)
	if how != harrierAcquires {
		what |= harrierWrites
	}
	fp := getfp()
	systemstack(func() {
		if how&harrierAcquires != 0 {
			r.acquires = harrierToAcquire(uintptr(addr))
		}
		harrierAccessed(r, uintptr(addr), size, what, fp, harrierAtomicCaller)
		r.acquires = 0
		harrierSynchronize(r, uintptr(addr), how)
	})
}
