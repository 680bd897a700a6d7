// The trace file: how records reach it, and how it stays readable whatever
// happens to the process. docs/internals/trace-format.md specifies the bytes.
//
// Each P writes into a chunk of its own, its slot, which is a piece of the
// file mapped shared: a stored record is in the file at once, and nothing is
// lost on kill -9. A full slot is copied to the next free place of the file
// with one write and used again, so that its memory stays in the cache (fresh
// pages of a mapped file cost seven microseconds each, a write of a whole
// chunk some twenty). Slots are preallocated: a full disk is an error code,
// where a sparse file would have meant SIGBUS. The file is opened again each
// time: no descriptor stays open for the program under test to find, to
// inherit or to close.

package runtime

import (
	"internal/runtime/atomic"
	"unsafe"
)

const (
	harrierHeaderSize  = 4096
	harrierChunkSize   = 64 << 10
	harrierChunkHeader = 64
	harrierChunkMagic  = 0x4b484348

	// harrierRoom is what any record without text needs, with the records that
	// may have to precede it and the zero word that follows it.
	harrierRoom = 512
	// harrierMaxText bounds the text of a record.
	harrierMaxText = 4096
	// harrierClockBytes is how much is written between two clock readings.
	harrierClockBytes = 1024

	harrierNoP = ^uint32(0)
)

// Header fields, as offsets.
const (
	harrierAtState   = 72
	harrierAtExit    = 76
	harrierAtDropped = 80
	harrierAtTicket  = 88
	harrierAtChunks  = 96
	harrierAtNanos   = 104
	harrierAtCycles  = 112
	harrierAtNotices = 120
	harrierAtStalls  = 124
)

const (
	harrierStateOpen = iota
	harrierStateEnded
	harrierStateDiskFull
	harrierStateFailed
	harrierStateUnwritable
	harrierStateBound
)

// What the writer did without, bits of the header.
const (
	harrierNoFallocate  = 1
	harrierNoDescriptor = 2

	harrierRacesForgotten = 4 // accesses, so that races may be missing
	harrierNoMoreRaces    = 8 // they were not looked for from some moment on
)

// harrierBuffer is where a P writes. Only its P touches it, with preemption
// off. Plain numbers, no pointers: stores need no write barrier, and the
// memory behind them is not the collector's.
type harrierBuffer struct {
	pos    uintptr // where the next record goes; the word there is zero
	limit  uintptr // past it the next record takes the slow path
	ticket uint64  // what the next difference counts from
	object uint64  // object word of the last record, if it was of a kind that may leave it out
	goid   uint64  // whose records these are
	slot   uintptr // the slot, 0 before the first record
	place  int64   // where in the file the slot is
	number uint64  // chunks this P has filled
	locked uint64  // kind and place of the last record, if it is an acquire
	pair   uint64  // those of the acquire, if the last two records take and give back a lock
	unpair uint64  // and of the release
	folded uint64  // how often the two came again and were not written
}

// harrierOn is read by every hook. It is 1 from the moment the file is ready
// until tracing ends.
//
//go:linkname harrierOn
var harrierOn uint32

var (
	harrierTickets atomic.Uint64
	harrierChunks  atomic.Uint64
	harrierDropped atomic.Uint64
	harrierHeader  uintptr
	harrierLoose   harrierBuffer // for threads without a P, and collections
	harrierLooseMu atomic.Uint32
	harrierNotices uint32
	harrierTextLo  uintptr
	harrierTextLen uintptr
	harrierPath    [4096]byte
	harrierBound   uintptr // what all processes of the run have written and may, mapped; 0 without a bound
)

// harrierOwnChunks is what a process may write although the run has written all
// that it may: of each process the beginning is known.
const harrierOwnChunks = 64

func harrierPut(p uintptr, v uint64)   { *(*uint64)(unsafe.Pointer(p)) = v }
func harrierPut32(p uintptr, v uint32) { *(*uint32)(unsafe.Pointer(p)) = v }

// harrierNextPlace is where in the file the next chunk goes.
func harrierNextPlace() int64 {
	return harrierHeaderSize + int64(harrierChunks.Add(1)-1)*harrierChunkSize
}

// harrierMayGrow counts one more chunk of the run, and says whether it may be
// written. It is asked once for a whole chunk: the bound costs an event nothing.
func harrierMayGrow() bool {
	if harrierBound == 0 {
		return true
	}
	written := atomic.Xadd64((*uint64)(unsafe.Pointer(harrierBound)), 1)
	return written <= *(*uint64)(unsafe.Pointer(harrierBound + 8)) || harrierChunks.Load() < harrierOwnChunks
}

// harrierReadBound maps the file in which all processes of a run count what they
// write; Harrier made it in dir if the run has a bound.
func harrierReadBound(dir string) {
	n := copy(harrierPath[:], dir)
	copy(harrierPath[n:], "/written\x00")
	fd, errno := harrierOpen(false)
	if errno != 0 {
		return
	}
	p, errno := harrierMap(fd, 0, harrierHeaderSize)
	closefd(int32(fd))
	if errno == 0 {
		harrierBound = p
	}
}

// harrierAdvance makes room for the next record of b, or records the time, or
// both. False means that tracing is over.
func harrierAdvance(b *harrierBuffer, p uint32, room uintptr) bool {
	if harrierOn == 0 {
		return false
	}
	if (b.slot == 0 || b.slot+harrierChunkSize-b.pos < room) && !harrierMayGrow() {
		harrierStop(harrierStateBound, 0)
		return false
	}
	if b.slot == 0 {
		place := harrierNextPlace()
		slot, errno := harrierMapSlot(place)
		if errno != 0 {
			harrierFail(errno)
			return false
		}
		b.slot, b.place = slot, place
		harrierOpenChunk(b, p)
	} else if b.slot+harrierChunkSize-b.pos < room {
		if errno := harrierWriteAt(harrierNextPlace(), b.slot, b.pos+8-b.slot); errno != 0 {
			harrierFail(errno)
			return false
		}
		b.number++
		harrierOpenChunk(b, p)
	} else {
		at := b.pos
		b.pos += 16
		harrierPut(b.pos, 0)
		harrierPut(at+8, harrierTimestamp())
		harrierPut(at, harrierClock|1<<8)
	}
	b.limit = min(b.pos+harrierClockBytes, b.slot+harrierChunkSize-harrierRoom)
	return true
}

// harrierOpenChunk begins a chunk in b's slot. Until the magic stands the slot
// counts as empty; what it held before is elsewhere in the file by now.
func harrierOpenChunk(b *harrierBuffer, p uint32) {
	at := b.slot
	atomic.Store((*uint32)(unsafe.Pointer(at)), 0)
	harrierPut(at+harrierChunkHeader, 0)
	b.ticket = harrierTickets.Load()
	b.object = 0
	b.goid = 0
	b.pos = at + harrierChunkHeader
	harrierPut32(at+4, p)
	harrierPut(at+8, b.number)
	harrierPut(at+16, b.ticket)
	harrierPut(at+24, harrierTimestamp())
	harrierPut(at+32, uint64(nanotime()))
	atomic.Store((*uint32)(unsafe.Pointer(at)), harrierChunkMagic)
}

// harrierFail ends tracing because the file can't be written.
func harrierFail(errno uintptr) {
	if errno == harrierENOSPC || errno == harrierEDQUOT {
		harrierStop(harrierStateDiskFull, uint32(errno))
	} else {
		harrierStop(harrierStateUnwritable, uint32(errno))
	}
}

// harrierNotice says in the header what the writer had to do without; of the
// header itself it is said when there is one.
func harrierNotice(what uint32) {
	atomic.Or(&harrierNotices, what)
	if h := harrierHeader; h != 0 {
		harrierPut32(h+harrierAtNotices, atomic.Load(&harrierNotices))
	}
}

// harrierStop ends tracing for good and says in the header why.
func harrierStop(state, exit uint32) {
	if !atomic.Cas(&harrierOn, 1, 0) {
		return
	}
	h := harrierHeader
	harrierPut(h+harrierAtTicket, harrierTickets.Load())
	harrierPut(h+harrierAtChunks, harrierChunks.Load())
	harrierPut(h+harrierAtNanos, uint64(nanotime()))
	harrierPut(h+harrierAtCycles, harrierTimestamp())
	harrierPut32(h+harrierAtExit, exit)
	atomic.Store((*uint32)(unsafe.Pointer(h+harrierAtState)), state)
	if state == harrierStateEnded {
		harrierTruncate(harrierHeaderSize + int64(harrierChunks.Load())*harrierChunkSize)
	}
}

// harrierNameFile says where the trace goes.
func harrierNameFile(dir string, wall uint64) {
	n := copy(harrierPath[:], dir)
	harrierPath[n] = '/'
	n++
	n += harrierDecimal(harrierPath[n:], uint64(harrierPid()))
	harrierPath[n] = '-'
	n++
	n += harrierDecimal(harrierPath[n:], wall)
	copy(harrierPath[n:], ".htrace\x00")
}

// harrierStart creates the trace file in dir. The process continues without a
// trace if that fails: Harrier sees that the file is missing.
func harrierStart(dir string) {
	harrierEndWith(gogetenv("HARRIER_ENDS_WITH"))
	if len(dir) == 0 || len(dir) > len(harrierPath)-64 {
		return
	}
	harrierReadBound(dir)
	if harrierForking {
		dir = gogetenv("HARRIER_FORK")
	}
	sec, nsec, _ := time_now()
	wall := sec*1e9 + int64(nsec)
	harrierNameFile(dir, uint64(wall))

	h := harrierCreate()
	if h == 0 {
		return
	}
	harrierHeader = h
	md := &firstmoduledata
	harrierTextLo = md.text
	harrierTextLen = md.etext - md.text
	*(*[8]byte)(unsafe.Pointer(h)) = [8]byte{'H', 'A', 'R', 'R', 'I', 'E', 'R', 0}
	harrierPut32(h+8, 1<<16|13)
	harrierPut32(h+12, harrierChunkSize)
	harrierPut(h+16, uint64(harrierPid()))
	harrierPut(h+24, uint64(wall))
	harrierPut(h+32, uint64(nanotime()))
	harrierPut(h+40, harrierTimestamp())
	harrierPut(h+48, uint64(md.text))
	harrierPut(h+56, uint64(md.etext))
	harrierPut(h+64, harrierDigest)
	harrierNotice(0)
	harrierHeaderText(h+128, buildVersion, 126)
	harrierExecutable(h + 256)
	harrierStacksInit()
	harrierFreedInit()
	me := getg()
	harrierEachG(func(gp *g) { gp.harrierSystem = gp != me })
	if !harrierBeforeTests {
		harrierReadPlan(gogetenv("HARRIER_PLAN"))
	}
	harrierReclaimStart(gogetenv("HARRIER_RECLAIM"))
	harrierOn = 1
	harrierProofsStart()
	go harrierMonitor()
	if harrierSerial != 0 {
		harrierEnrollMain(me)
	}
}

func harrierHeaderText(at uintptr, s string, limit int) {
	if len(s) > limit {
		s = s[:limit]
	}
	*(*uint16)(unsafe.Pointer(at)) = uint16(len(s))
	for i := 0; i < len(s); i++ {
		*(*byte)(unsafe.Pointer(at + 2 + uintptr(i))) = s[i]
	}
}

func harrierDecimal(to []byte, v uint64) int {
	var digits [20]byte
	i := len(digits)
	for {
		i--
		digits[i] = byte('0' + v%10)
		v /= 10
		if v == 0 {
			return copy(to, digits[i:])
		}
	}
}
