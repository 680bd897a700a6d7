// The trace file: how records reach it, and how it stays readable whatever
// happens to the process. docs/trace-format.md specifies the bytes.
//
// The file is mapped shared, so a stored record is in the file at once; there
// is no writer thread, nothing to flush and nothing to lose on kill -9. Each P
// fills a chunk of its own. A chunk is taken with one atomic addition; once in
// a segment (32 chunks) the file is extended by preallocation, which turns a
// full disk into an error code where a sparse file would have meant SIGBUS.
// The file is opened anew for each segment: no descriptor stays open for the
// program under test to find, to inherit or to close.

package runtime

import (
	"internal/runtime/atomic"
	"unsafe"
)

const (
	harrierHeaderSize    = 4096
	harrierChunkSize     = 128 << 10
	harrierSegmentChunks = 32
	harrierSegmentSize   = harrierChunkSize * harrierSegmentChunks
	harrierMaxSegments   = 1 << 16 // 256 GiB of trace
	harrierChunkHeader   = 64
	harrierChunkMagic    = 0x4b484348

	// harrierRoom is what any record without text needs, with the G and Tick
	// records that may have to precede it.
	harrierRoom = 512
	// harrierMaxText bounds the text of a record.
	harrierMaxText = 4096

	harrierNoP = ^uint32(0)
)

// Header fields, as offsets.
const (
	harrierAtState   = 72
	harrierAtExit    = 76
	harrierAtDropped = 80
	harrierAtTicket  = 88
	harrierAtChunks  = 96
)

const (
	harrierStateOpen = iota
	harrierStateEnded
	harrierStateDiskFull
	harrierStateFailed
)

// harrierBuffer is where a P writes. Only its P touches it, with preemption
// off. Plain numbers, no pointers: stores need no write barrier, and the
// memory behind them is not the collector's.
type harrierBuffer struct {
	pos    uintptr // where the next record goes
	end    uintptr // end of the chunk
	ticket uint64  // what the next difference counts from
	object uint64  // last object word of this chunk
	goid   uint64  // whose records these are
	number uint64  // chunks this P has had
	clock  uint32  // records since the last clock reading
}

// harrierOn is read by every hook. It is 1 from the moment the file is ready
// until tracing ends.
//
//go:linkname harrierOn
var harrierOn uint32

var (
	harrierTickets  atomic.Uint64
	harrierChunks   atomic.Uint64
	harrierDropped  atomic.Uint64
	harrierHeader   uintptr
	harrierSegments [harrierMaxSegments]uintptr
	harrierMapLock  atomic.Uint32
	harrierLoose    harrierBuffer // for threads without a P
	harrierLooseMu  atomic.Uint32
	harrierTextLo   uintptr
	harrierTextLen  uintptr
	harrierPath     [4096]byte
)

func harrierLock(l *atomic.Uint32) {
	for !l.CompareAndSwap(0, 1) {
		osyield()
	}
}

func harrierUnlock(l *atomic.Uint32) { l.Store(0) }

func harrierPut(p uintptr, v uint64)   { *(*uint64)(unsafe.Pointer(p)) = v }
func harrierPut32(p uintptr, v uint32) { *(*uint32)(unsafe.Pointer(p)) = v }

// harrierMap makes segment s of the file available in memory. The header page
// comes before segment 0.
func harrierMap(s uint64) bool {
	harrierLock(&harrierMapLock)
	ok := true
	if atomic.Loaduintptr(&harrierSegments[s]) == 0 {
		p := harrierMapFile(harrierHeaderSize+int64(s)*harrierSegmentSize, harrierSegmentSize)
		if p == 0 {
			ok = false
		} else {
			atomic.Storeuintptr(&harrierSegments[s], p)
		}
	}
	harrierUnlock(&harrierMapLock)
	return ok
}

// harrierNextChunk gives b a fresh chunk. False means that tracing is over.
func harrierNextChunk(b *harrierBuffer, p uint32) bool {
	if b.end != 0 {
		harrierForget(b.end-harrierChunkSize, harrierChunkSize)
		b.pos, b.end = 0, 0
	}
	if harrierOn == 0 {
		return false
	}
	i := harrierChunks.Add(1) - 1
	s := i / harrierSegmentChunks
	if s >= harrierMaxSegments || atomic.Loaduintptr(&harrierSegments[s]) == 0 && !harrierMap(s) {
		harrierStop(harrierStateDiskFull, 0)
		return false
	}
	at := harrierSegments[s] + uintptr(i%harrierSegmentChunks)*harrierChunkSize
	harrierTouch(at, harrierChunkSize)
	b.ticket = harrierTickets.Load()
	b.object = 0
	b.goid = 0
	b.clock = 0
	harrierPut32(at+4, p)
	harrierPut(at+8, b.number)
	harrierPut(at+16, b.ticket)
	harrierPut(at+24, uint64(cputicks()))
	harrierPut(at+32, uint64(nanotime()))
	atomic.Store((*uint32)(unsafe.Pointer(at)), harrierChunkMagic)
	b.number++
	b.pos = at + harrierChunkHeader
	b.end = at + harrierChunkSize
	return true
}

// harrierStop ends tracing for good and says in the header why.
func harrierStop(state, exit uint32) {
	if !atomic.Cas(&harrierOn, 1, 0) {
		return
	}
	h := harrierHeader
	harrierPut(h+harrierAtTicket, harrierTickets.Load())
	harrierPut(h+harrierAtChunks, harrierChunks.Load())
	harrierPut32(h+harrierAtExit, exit)
	atomic.Store((*uint32)(unsafe.Pointer(h+harrierAtState)), state)
	if state == harrierStateEnded {
		harrierTruncate(harrierHeaderSize + int64(harrierChunks.Load())*harrierChunkSize)
	}
}

// harrierStart creates the trace file in dir. The process goes on without a
// trace if that fails: Harrier sees that the file is missing.
func harrierStart(dir string) {
	if len(dir) == 0 || len(dir) > len(harrierPath)-64 {
		return
	}
	sec, nsec, _ := time_now()
	wall := sec*1e9 + int64(nsec)
	n := copy(harrierPath[:], dir)
	harrierPath[n] = '/'
	n++
	n += harrierDecimal(harrierPath[n:], uint64(harrierPid()))
	harrierPath[n] = '-'
	n++
	n += harrierDecimal(harrierPath[n:], uint64(wall))
	copy(harrierPath[n:], ".htrace\x00")

	h := harrierCreate()
	if h == 0 {
		return
	}
	harrierHeader = h
	md := &firstmoduledata
	harrierTextLo = md.text
	harrierTextLen = md.etext - md.text
	*(*[8]byte)(unsafe.Pointer(h)) = [8]byte{'H', 'A', 'R', 'R', 'I', 'E', 'R', 0}
	harrierPut32(h+8, 1<<16)
	harrierPut32(h+12, harrierChunkSize)
	harrierPut(h+16, uint64(harrierPid()))
	harrierPut(h+24, uint64(wall))
	harrierPut(h+32, uint64(nanotime()))
	harrierPut(h+40, uint64(cputicks()))
	harrierPut(h+48, uint64(md.text))
	harrierPut(h+56, uint64(md.etext))
	harrierPut(h+64, harrierDigest)
	harrierHeaderText(h+128, buildVersion, 126)
	harrierExecutable(h + 256)
	harrierStacksInit()
	if !harrierMap(0) {
		return
	}
	me := getg()
	harrierEachG(func(gp *g) { gp.harrierSystem = gp != me })
	harrierOn = 1
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
