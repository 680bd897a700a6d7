// Where the race detector keeps what it knows: memory of its own, reserved at the
// start and taken from the system as it is touched. None of it holds pointers into
// the heap.
//
// A word of the program's memory has a number, the index of its latest access; the
// numbers lie in tables, one for each stretch of 64 MiB, found through a directory.
// Addresses outside the heap and the global variables have no table and are ignored.
//
// Two bounds. Of accesses so many are kept; when there is no room, all are forgotten,
// which can only hide races. What orders can't be forgotten: if there is no room for
// more of it, the detector is off for the rest of the run.

package runtime

import "unsafe"

const (
	harrierStretch      = 26 // log2 of the bytes that a table is for
	harrierStretchWords = 1 << (harrierStretch - 3)
	harrierStretches    = 1 << (48 - harrierStretch)
	harrierUsedShift    = 12 // a stretch remembers which of its pieces were accessed
	harrierUsedPieces   = 1 << (harrierStretch - harrierUsedShift)
	harrierPieceSize    = 1 << harrierUsedShift
	harrierPieceWords   = harrierPieceSize >> 3

	harrierAccesses    = 1 << 21 // kept at once
	harrierClockSpace  = 256 << 20
	harrierClockUnit   = 64 // bytes
	harrierClockSizes  = 16
	harrierRacerSpace  = 4 << 20
	harrierManyTables  = 1024
	harrierPrivateAnon = 0x2 | 0x20 | 0x4000 // MAP_PRIVATE, MAP_ANONYMOUS, MAP_NORESERVE
)

// harrierTable has the latest access of each word of a stretch, that of each piece
// which was accessed as a whole, and which pieces have any.
type harrierTable struct {
	latest [harrierStretchWords]uint32
	whole  [harrierUsedPieces]uint32
	used   [harrierUsedPieces]uint8
}

// harrierAccess is one access to bytes of a word, or what was released there.
type harrierAccess struct {
	next  uint32 // of the same word, older
	bytes uint8  // of the word, a bit each
	what  uint8
	place uint16 // of the goroutine in clocks
	clock uint32 // its time; for harrierOrdersHere the vector that was released
	pc    uint32 // as an offset
	stack uint32 // of the callers
	goid  uint32
}

// What an access is.
const (
	harrierWrites     = 1
	harrierAtomically = 2
	harrierOrdersHere = 4
	harrierOnChannel  = 8 // a send, or a close, which writes
)

var (
	harrierRaceDirectory *[harrierStretches]uintptr // of tables
	harrierRaceTables    [harrierManyTables]uintptr
	harrierRaceTableN    int
	harrierAccessPool    *[harrierAccesses]harrierAccess
	harrierAccessFresh   uint32 // the first that was never used; 0 is none
	harrierAccessFree    uint32 // list of those given back
	harrierAccessCount   uint32 // in use
	harrierForgotten     uint32 // how often all accesses were
	harrierClockBase     uintptr
	harrierClockNext     uintptr
	harrierClockFree     [harrierClockSizes]uint32
)

func harrierReserve(size uintptr) uintptr {
	p, errno := harrierSyscall(harrierSysMmap, 0, size, _PROT_READ|_PROT_WRITE, harrierPrivateAnon, ^uintptr(0), 0)
	if errno != 0 {
		return 0
	}
	// Tables are touched here and there: a huge page for each would cost memory.
	harrierSyscall(harrierSysMadvise, p, size, 15 /* MADV_NOHUGEPAGE */, 0, 0, 0)
	return p
}

// harrierRaceMemory reports whether there is any available.
func harrierRaceMemory() bool {
	directory := harrierReserve(unsafe.Sizeof(*harrierRaceDirectory))
	pool := harrierReserve(unsafe.Sizeof(*harrierAccessPool))
	clocks := harrierReserve(harrierClockSpace)
	racers := harrierReserve(harrierRacerSpace)
	places := harrierReserve(unsafe.Sizeof(*harrierStackStore))
	if directory == 0 || pool == 0 || clocks == 0 || racers == 0 || places == 0 {
		return false
	}
	harrierRaceDirectory = (*[harrierStretches]uintptr)(unsafe.Pointer(directory))
	harrierAccessPool = (*[harrierAccesses]harrierAccess)(unsafe.Pointer(pool))
	harrierAccessFresh = 1
	harrierClockBase = clocks
	harrierClockNext = clocks + harrierClockUnit
	harrierRacers = (*[harrierRacerMost]harrierRacer)(unsafe.Pointer(racers))
	harrierStackStore = (*harrierStackShelf)(unsafe.Pointer(places))
	harrierStackStore.next = 1
	return true
}

// harrierRaceMap sees to it that memory has tables.
func harrierRaceMap(addr, size uintptr) {
	for at := addr >> harrierStretch; at <= (addr+size-1)>>harrierStretch && at < harrierStretches; at++ {
		if harrierRaceDirectory[at] != 0 {
			continue
		}
		p := harrierReserve(unsafe.Sizeof(harrierTable{}))
		if p == 0 || harrierRaceTableN == harrierManyTables {
			return
		}
		harrierRaceDirectory[at] = p
		harrierRaceTables[harrierRaceTableN] = p
		harrierRaceTableN++
	}
}

//go:nosplit
func harrierTableOf(addr uintptr) *harrierTable {
	if addr>>48 != 0 {
		return nil
	}
	return (*harrierTable)(unsafe.Pointer(harrierRaceDirectory[addr>>harrierStretch]))
}

// harrierNewAccess gives one, 0 if there is no room even after forgetting.
func harrierNewAccess() uint32 {
	if i := harrierAccessFree; i != 0 {
		harrierAccessFree = harrierAccessPool[i].next
		harrierAccessCount++
		return i
	}
	if harrierAccessFresh < harrierAccesses {
		harrierAccessFresh++
		harrierAccessCount++
		return harrierAccessFresh - 1
	}
	return 0
}

func harrierDropAccess(i uint32) {
	a := &harrierAccessPool[i]
	if a.what == harrierOrdersHere {
		harrierDropClock(a.clock)
	}
	a.next = harrierAccessFree
	harrierAccessFree = i
	harrierAccessCount--
}

// harrierForget gives back all accesses but those that order.
func harrierForget() {
	harrierForgotten++
	for _, p := range harrierRaceTables[:harrierRaceTableN] {
		t := (*harrierTable)(unsafe.Pointer(p))
		for piece := range t.used {
			if t.used[piece] == 0 {
				continue
			}
			t.used[piece] = 0
			harrierClearWord(&t.whole[piece], 0xff)
			for w := piece * harrierPieceWords; w < (piece+1)*harrierPieceWords; w++ {
				if t.latest[w] == 0 {
					continue
				}
				harrierKeepOrders(&t.latest[w])
				if t.latest[w] != 0 {
					t.used[piece] = 1
				}
			}
		}
	}
	if harrierAccessCount > harrierAccesses/2 {
		harrierRacesOff()
	}
}

func harrierKeepOrders(link *uint32) {
	for i := *link; i != 0; i = *link {
		a := &harrierAccessPool[i]
		if a.what == harrierOrdersHere {
			link = &a.next
			continue
		}
		*link = a.next
		harrierDropAccess(i)
	}
}

// harrierNewMemory forgets what is known of memory that begins or ends.
func harrierNewMemory(addr, size uintptr) {
	if harrierAccessPoints != 0 {
		harrierNotTouched(addr, size)
	}
	if harrierRecorded.addr-addr < size {
		harrierRecorded.addr = 0
	}
	if harrierReadShelf != nil {
		harrierNoReads(addr, size)
	}
	for end := addr + size; addr < end; {
		next := min(end, (addr|(1<<harrierUsedShift-1))+1)
		t := harrierTableOf(addr)
		if t == nil {
			addr = next
			continue
		}
		piece := addr % (1 << harrierStretch) >> harrierUsedShift
		if t.used[piece] == 0 {
			addr = next
			continue
		}
		if next-addr == harrierPieceSize {
			t.used[piece] = 0
		}
		if t.whole[piece] != 0 {
			harrierClearWord(&t.whole[piece], 0xff)
		}
		for addr < next {
			stop := min(next, (addr|7)+1)
			link := &t.latest[addr%(1<<harrierStretch)>>3]
			if *link != 0 {
				harrierClearWord(link, harrierBytes(addr, stop-addr))
			}
			addr = stop
		}
	}
}

// harrierBytes is the set of the n bytes from addr on, in one word.
//
//go:nosplit
func harrierBytes(addr, n uintptr) uint8 { return uint8((1<<n - 1) << (addr & 7)) }

func harrierClearWord(link *uint32, bytes uint8) {
	for i := *link; i != 0; i = *link {
		a := &harrierAccessPool[i]
		a.bytes &^= bytes
		if a.bytes != 0 {
			link = &a.next
			continue
		}
		*link = a.next
		harrierDropAccess(i)
	}
}

// harrierRacesOff ends the detection: from here on too little would be known.
func harrierRacesOff() {
	harrierDetects = 0
	harrierNotice(harrierNoMoreRaces)
}
