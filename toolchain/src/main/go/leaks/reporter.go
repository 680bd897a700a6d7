// Says what was found. It runs on a thread of its own that has no P, as sysmon
// does: it stops no goroutine when it writes to a pipe that is full, and no
// goroutine of the program waits for it. In return it must not allocate and
// must not use write barriers; all that it keeps is outside the heap.
//
// A leaked goroutine stands still, so its stack is read when the program runs
// again. The scan bit of its status keeps the collector from moving the stack.

package runtime

import (
	"internal/runtime/atomic"
	"unsafe"
)

const (
	harrierMaxFindings = 1 << 11
	harrierMaxFrames   = 48
)

// harrierFinding is what the goroutines have in common that are blocked at one
// place and were created at one place.
type harrierFinding struct {
	site, gopc        uintptr
	reason            waitReason
	pending           bool // a deferred call is pending
	rooted            bool // never reclaimed: the main goroutine, a locked thread, ...
	polls             bool // time wakes them, and nothing else may
	grows             bool // one came after the first was found
	newest            uint64
	frames            uint32
	found             uint32
	goid              uint64 // of the first
	since             int64
	count             uint64
	reclaimed         uint64 // atomic: the collection counts
	bytes             uint64
	reported          uint64 // what was written last: count and reclaimed
	reportedReclaimed uint64
	first             harrierLeakRecord
	pcs               [harrierMaxFrames]uintptr
}

var (
	harrierFindingTable harrierBlock
	harrierReporterNote note
	harrierAwake        atomic.Uint32
	harrierAsked        atomic.Uint32 // summaries that were asked for
	harrierAnswered     atomic.Uint32
	harrierUnreported   uint64 // goroutines at places for which there is no room
	harrierStartedAt    int64
)

// harrierTablesReady gets memory before the first collection needs it with the
// world stopped; false if there is none.
func harrierTablesReady() bool {
	_, ok := harrierFindingTable.take(harrierMaxFindings * unsafe.Sizeof(harrierFinding{}))
	for _, b := range [...]*harrierBlock{
		&harrierObjects, &harrierWaits, &harrierSpans, &harrierRootStates, &harrierRootOrder, &harrierQueued, &harrierTaken,
	} {
		ok = ok && b.need(1)
	}
	return ok && harrierWalksReady()
}

func harrierFindings() *[harrierMaxFindings]harrierFinding {
	return (*[harrierMaxFindings]harrierFinding)(unsafe.Pointer(harrierFindingTable.at))
}

// harrierWakeReporter lets the reporter look what there is to do. It may be called from
// a signal handler, and with the world stopped.
//
//go:nowritebarrierrec
//go:nosplit
func harrierWakeReporter() {
	if harrierMode != harrierOff && harrierAwake.CompareAndSwap(0, 1) {
		notewakeup(&harrierReporterNote)
	}
}

// harrierWakeForNews is called when marking is over, with the world stopped. Most
// collections find nothing new, and to wake a thread takes as long as to mark from
// ten goroutines.
func harrierWakeForNews() {
	if harrierQueued.used != 0 {
		harrierWakeReporter()
	}
}

// harrierSignaled runs in the handler of signal sig, before the program's own.
//
//go:nowritebarrierrec
//go:nosplit
func harrierSignaled(sig uint32) {
	if harrierMode != harrierOff && sig == harrierSumSignal {
		harrierAsked.Add(1)
		harrierWakeReporter()
	}
}

// harrierReporter is the thread. The scheduler does not count it when it looks
// whether all goroutines are asleep.
//
//go:nowritebarrierrec
func harrierReporter() {
	lock(&sched.lock)
	sched.nmsys++
	checkdead()
	unlock(&sched.lock)
	harrierStartedAt = nanotime()
	harrierReportStart()
	for {
		notesleep(&harrierReporterNote)
		noteclear(&harrierReporterNote)
		harrierAwake.Store(0)
		harrierTakeQueued()
		asked := harrierAsked.Load()
		harrierReportNew(asked != harrierAnswered.Load())
		harrierAnswered.Store(asked)
	}
}

// harrierExits runs on a goroutine of the program that ends it, and lets the
// reporter have its last word. It waits a second at most.
func harrierExits() {
	if harrierMode == harrierOff || !harrierSumAtExit {
		return
	}
	if gcController.heapLive.Load() < 64<<20 && memstats.enablegc && gcController.gcPercent.Load() >= 0 {
		work.goroutineLeak.pending.Store(true)
		GC()
	}
	asked := harrierAsked.Add(1)
	harrierWakeReporter()
	systemstack(func() {
		for i := 0; i < 1000 && int32(harrierAnswered.Load()-asked) < 0; i++ {
			harrierWakeReporter()
			usleep(1000)
		}
	})
}

//go:nowritebarrierrec
func harrierTakeQueued() {
	harrierLock(&harrierQueueMu)
	harrierQueued, harrierTaken = harrierTaken, harrierQueued
	harrierUnlock(&harrierQueueMu)
	size := unsafe.Sizeof(harrierLeakRecord{})
	for at := uintptr(0); at < harrierTaken.used; at += size {
		harrierLookAt((*harrierLeakRecord)(unsafe.Pointer(harrierTaken.at + at)))
	}
	harrierTaken.reset()
}

// harrierLookAt folds one goroutine into its finding and decides what may
// become of it.
//
//go:nowritebarrierrec
func harrierLookAt(r *harrierLeakRecord) {
	gp := (*g)(unsafe.Pointer(r.gp))
	for !castogscanstatus(gp, _Gwaiting, _Gscanwaiting) {
		if s := readgstatus(gp); s&^_Gscan != _Gwaiting {
			return // It runs again. The next collection notices.
		}
		osyield()
	}
	if gp.goid == r.goid && gp.waitsince == r.since {
		var seen harrierFinding
		seen.polls = r.found&harrierFoundPolling != 0
		harrierReadStack(gp, &seen)
		f, i := harrierFold(&seen, r)
		if seen.polls {
			gp.harrierPollTold = true
			harrierPollingEver.Add(1)
		} else {
			gp.harrierFinding = i + 1
			gp.harrierPhase = harrierVerdict(gp, &seen)
		}
		if f == nil {
			harrierUnreported++
		}
	}
	casfrom_Gscanstatus(gp, _Gscanwaiting, _Gwaiting)
}

// harrierReadStack takes down where gp is blocked, and whether a deferred call
// waits to run: a record in the goroutine's list, or a bit in a frame whose
// defers the compiler has put in line.
//
//go:nowritebarrierrec
func harrierReadStack(gp *g, f *harrierFinding) {
	f.gopc, f.reason, f.goid, f.since = gp.gopc, gp.waitreason, gp.goid, gp.waitsince
	f.pending = gp._defer != nil
	f.rooted = harrierIsRooted(gp)
	var u unwinder
	for u.initAt(^uintptr(0), ^uintptr(0), 0, gp, unwindSilentErrors); u.valid(); u.next() {
		f.pending = f.pending || harrierIsPending(&u.frame)
		if f.frames < harrierMaxFrames {
			f.pcs[f.frames] = u.frame.pc
			f.frames++
		}
		if f.site == 0 && !harrierIsLibrary(funcname(u.frame.fn)) {
			f.site = u.frame.pc
		}
	}
	if f.site == 0 {
		f.site = f.pcs[0]
	}
}

// harrierIsLibrary: functions that block for their caller.
func harrierIsLibrary(function string) bool {
	return function == "time.Sleep" || harrierHasPrefix(function, "runtime.") || harrierHasPrefix(function, "sync.") || harrierHasPrefix(function, "internal/sync.")
}

func harrierHasPrefix(s, prefix string) bool {
	return len(s) >= len(prefix) && s[:len(prefix)] == prefix
}

// harrierFold finds the finding, or makes it; nil if there is no room.
//
//go:nowritebarrierrec
func harrierFold(seen *harrierFinding, r *harrierLeakRecord) (*harrierFinding, uint32) {
	table := harrierFindings()
	at := uint32(uint64(seen.site^seen.gopc<<20^uintptr(seen.reason)<<56)*0x9e3779b97f4a7c15>>32) % harrierMaxFindings
	for range harrierMaxFindings {
		f := &table[at]
		if f.count == 0 {
			memmove(unsafe.Pointer(f), unsafe.Pointer(seen), unsafe.Sizeof(*f))
			memmove(unsafe.Pointer(&f.first), unsafe.Pointer(r), unsafe.Sizeof(*r))
		}
		if f.site == seen.site && f.gopc == seen.gopc && f.reason == seen.reason && f.polls == seen.polls {
			f.count++
			f.grows = f.grows || f.newest != 0 && r.goid > f.newest
			if f.newest == 0 {
				f.newest = sched.goidgen.Load()
			}
			f.bytes += r.bytes
			f.found |= r.found
			f.pending = f.pending || seen.pending
			harrierBytesKept.Add(int64(r.bytes))
			return f, at
		}
		at = (at + 1) % harrierMaxFindings
	}
	return nil, 0
}

// harrierVerdict says which step of HARRIER_LEAKS reaches gp.
//
//go:nowritebarrierrec
func harrierVerdict(gp *g, seen *harrierFinding) uint32 {
	switch {
	case seen.rooted || harrierMode == harrierReport:
		return harrierKept
	case harrierMode == harrierAll:
		return harrierDoomed
	case harrierMode == harrierMatched && harrierCreatedWhere(gp.gopc):
		return harrierDoomed
	case seen.pending:
		return harrierKept
	}
	return harrierCareful
}

func harrierCreatedWhere(gopc uintptr) bool {
	var places [8]harrierPlace
	n := harrierPlacesOf(gopc, &places)
	for i := 0; i < n; i++ {
		if harrierMatches(places[i].function.text(), places[i].file.text()) {
			return true
		}
	}
	return false
}
