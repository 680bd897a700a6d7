// What a failed assertion may have read, in runs that record values (details.go): the latest
// reads of each goroutine, and the latest writes to each word. When a test fails, or a panic ends
// the process, reads become records: those of its goroutine and of goroutines that it started,
// where others wrote to the same memory, with these writes. Which of them the assertion is about is
// found in the source, later. An assertion that polls has its condition read by goroutines of its
// own, often one after another: of those that one go statement starts, by the same calls, each read
// is recorded once. Callers of sync.WaitGroup.Go in different places are different. The race
// detector knows nothing of this.
//
// A word has a place in a set of each table, found by its address: the oldest goes first.
// Nothing is kept of memory that has ended, nor of stacks, which may move.

package runtime

import (
	"internal/abi"
	"internal/stringslite"
	"unsafe"
)

const (
	harrierReadSets   = 1 << 9
	harrierReadWays   = 16
	harrierWriteSets  = 1 << 10
	harrierWriteWays  = 8
	harrierWritesKept = 4  // of a word
	harrierReadsMost  = 48 // of the failed goroutine, that have records, and as many of others
)

// harrierPlaced is an access: by which goroutine, where, and how many operations had begun by then.
type harrierPlaced struct {
	addr   uintptr // where the value begins; of a range, the word
	goid   uintptr
	parent uintptr // the goroutine that started it
	origin uintptr // with this stack; 0 if it is not known
	order  uint64  // among all accesses; 0 if there is none here
	begun  uint64
	pc     uint32
	stack  uint32 // of the callers
	isMap  bool   // what is there is a map, of which the length is known
	chosen bool   // it is to be recorded
}

type harrierReadAccess struct {
	harrierPlaced
	waits uintptr // this goroutine has failed, and no other one has written there; 0 if it has not
	bits  harrierBits
}

type harrierWriteAccess struct {
	harrierPlaced
	end      uintptr // of what was written, if that is a range; else 0
	recorded uintptr // the address that it was recorded for
	settled  bool    // after is known
	late     bool    // to be recorded then
	before   harrierBits
	after    harrierBits
}

// harrierWrittenWord has the latest writes to a word, the next of which takes the place of the oldest.
type harrierWrittenWord struct {
	word   uintptr
	next   int
	latest uint64 // order of the latest write
	writes [harrierWritesKept]harrierWriteAccess
}

type harrierReadTables struct {
	order  uint64
	panics harrierPanicTime
	reads  [harrierReadSets][harrierReadWays]harrierReadAccess
	writes [harrierWriteSets][harrierWriteWays]harrierWrittenWord
}

// harrierPanicTime is when the latest panic began in a goroutine that had none, and when it was
// recovered, 0 if it was not: what deferred functions read in between did not lead to it.
type harrierPanicTime struct {
	goid      uintptr
	order     uint64
	recovered uint64
}

func (p *harrierPanicTime) has(a *harrierPlaced) bool {
	return a.goid == p.goid && a.order > p.order && (p.recovered == 0 || a.order <= p.recovered)
}

var (
	harrierReadShelf *harrierReadTables
	// harrierUnsettled is the latest write, of which it is not known what it left; 0 if there is none.
	// It is no pointer: memory may end where none can be written.
	harrierUnsettled uintptr
)

func harrierWordSet(word uintptr) uintptr { return word * 0x9e3779b97f4a7c15 >> 40 }

// harrierWatchAccess is called right before an access to the size bytes from addr on: size 1 is a value of one
// part, of whatever size. fp and callpc are as in harrierAccessed.
func harrierWatchAccess(r *harrierRacer, addr, size uintptr, what uint8, fp, callpc uintptr, isMap bool) {
	if harrierReadShelf == nil {
		harrierReadShelf = (*harrierReadTables)(unsafe.Pointer(harrierReserve(unsafe.Sizeof(*harrierReadShelf))))
		if harrierReadShelf == nil {
			return
		}
		harrierAtFailure = harrierRecordReads
		harrierAtPanic = harrierNotePanic
		harrierAtOperation = harrierSettleWrite
	}
	harrierSettleWrite()
	gp := getg().m.curg
	if gp.harrierName == 0 || addr >= gp.stack.lo && addr < gp.stack.hi || harrierTableOf(addr) == nil {
		return
	}
	pc := harrierFindPlace(r, fp, callpc)
	harrierReadShelf.order++
	at := harrierPlaced{addr: addr, goid: uintptr(gp.goid), parent: uintptr(gp.parentGoid), origin: uintptr(gp.harrierFrom), order: harrierReadShelf.order, begun: harrierOperationsBegun, pc: pc, stack: r.stack, isMap: isMap}
	if what&harrierWrites == 0 {
		if size == 1 {
			harrierKeepRead(at)
		}
		return
	}
	if size == 1 {
		harrierKeepWrite(at, 0)
		return
	}
	end := addr + min(size, 64*8)
	for word := addr &^ 7; word < end; word += 8 {
		at.addr = word
		harrierKeepWrite(at, min(end, word+8))
	}
}

func harrierKeepRead(at harrierPlaced) {
	set := &harrierReadShelf.reads[harrierWordSet(at.addr&^7)%harrierReadSets]
	free := &set[0]
	for i := range set {
		a := &set[i]
		if a.order != 0 && a.addr == at.addr && a.goid == at.goid && a.pc == at.pc {
			free = a
			break
		}
		if a.waits == 0 && (free.waits != 0 || a.order < free.order) {
			free = a
		}
	}
	if free.waits != 0 {
		return // of the failure
	}
	*free = harrierReadAccess{harrierPlaced: at, bits: harrierFoundAt(at.addr, at.isMap)}
}

// harrierFoundAt is what is at addr; of a map how many elements it has.
func harrierFoundAt(addr uintptr, isMap bool) (bits harrierBits) {
	if isMap {
		bits.word = uintptr(harrierMapLength(unsafe.Pointer(addr)))
		return
	}
	return harrierBitsAt(addr)
}

func harrierKeepWrite(at harrierPlaced, end uintptr) {
	w := harrierWrittenAt(at.addr&^7, true)
	latest := &w.writes[(w.next+harrierWritesKept-1)%harrierWritesKept]
	if latest.addr != at.addr || latest.goid != at.goid || latest.pc != at.pc || latest.recorded != 0 {
		latest = &w.writes[w.next]
		w.next = (w.next + 1) % harrierWritesKept
	}
	w.latest = at.order
	*latest = harrierWriteAccess{harrierPlaced: at, end: end, before: harrierFoundAt(at.addr, at.isMap)}
	harrierUnsettled = uintptr(unsafe.Pointer(latest))
	set := &harrierReadShelf.reads[harrierWordSet(at.addr&^7)%harrierReadSets]
	for i := range set {
		if a := &set[i]; a.waits != 0 && a.isWrittenBy(&at, a.waits) && latest.is(a.addr) {
			a.waits = 0
			harrierRecordPlaced(&a.harrierPlaced, a.addr, 0, a.isMap || at.isMap, &a.bits, nil)
			a.order = 0
			latest.recorded, latest.late = a.addr, true
		}
	}
}

// isWrittenBy reports whether a write is of another goroutine than the one that failed, or read
// for it.
func (a *harrierReadAccess) isWrittenBy(w *harrierPlaced, failed uintptr) bool {
	return w.goid != a.goid && w.goid != failed && (a.goid == failed || !a.isOfSameStart(w))
}

// isOfSameStart reports whether one go statement of one goroutine, by the same calls, started those
// of both.
func (a *harrierPlaced) isOfSameStart(b *harrierPlaced) bool {
	return a.parent == b.parent && a.origin == b.origin
}

// is reports whether it wrote the value that begins at addr.
func (w *harrierWriteAccess) is(addr uintptr) bool {
	return w.goid != 0 && (addr == w.addr || w.end != 0 && addr > w.addr && addr < w.end)
}

// harrierWrittenAt finds a word that was written to, or makes room for it.
func harrierWrittenAt(word uintptr, makes bool) *harrierWrittenWord {
	set := &harrierReadShelf.writes[harrierWordSet(word)%harrierWriteSets]
	oldest := &set[0]
	for i := range set {
		if w := &set[i]; w.word == word {
			return w
		} else if w.word == 0 || oldest.word != 0 && w.latest < oldest.latest {
			oldest = w
		}
	}
	if !makes {
		return nil
	}
	*oldest = harrierWrittenWord{word: word}
	return oldest
}

// harrierSettleWrite looks at what the latest write left, unless another goroutine has come between.
func harrierSettleWrite() {
	if harrierUnsettled == 0 {
		return
	}
	w := (*harrierWriteAccess)(unsafe.Pointer(harrierUnsettled))
	harrierUnsettled = 0
	gp := getg().m.curg
	if gp == nil || uintptr(gp.goid) != w.goid {
		return
	}
	w.after = harrierFoundAt(w.addr, w.isMap)
	w.settled = true
	if w.late {
		harrierRecordWrite(w, w.recorded)
	}
}

// harrierNoReads forgets what is known of memory that begins or ends.
func harrierNoReads(addr, size uintptr) {
	if harrierUnsettled != 0 && (*harrierWriteAccess)(unsafe.Pointer(harrierUnsettled)).addr-addr < size {
		harrierUnsettled = 0
	}
	t := harrierReadShelf
	for word := addr &^ 7; word < addr+size; word += 8 {
		if size > 1<<16 {
			break
		}
		if w := harrierWrittenAt(word, false); w != nil {
			*w = harrierWrittenWord{}
		}
		set := &t.reads[harrierWordSet(word)%harrierReadSets]
		for i := range set {
			if set[i].addr&^7 == word {
				set[i] = harrierReadAccess{}
			}
		}
	}
	if size <= 1<<16 {
		return
	}
	for s := range t.reads {
		for i := range t.reads[s] {
			if t.reads[s][i].addr-addr < size {
				t.reads[s][i] = harrierReadAccess{}
			}
		}
	}
	for s := range t.writes {
		for i := range t.writes[s] {
			if t.writes[s][i].word-addr < size {
				t.writes[s][i] = harrierWrittenWord{}
			}
		}
	}
}

// harrierNotePanic is called when the goroutine that runs begins to panic, or recovers from that.
func harrierNotePanic(recovered bool) {
	gp := getg().m.curg
	panics := &harrierReadShelf.panics
	if recovered {
		if panics.goid == uintptr(gp.goid) {
			panics.recovered = harrierReadShelf.order
		}
	} else if p := gp._panic; p == nil || p.goexit {
		*panics = harrierPanicTime{goid: uintptr(gp.goid), order: harrierReadShelf.order}
	}
}

// harrierRecordReads is called when the goroutine that runs is about to report that a test failed,
// or to end the process by a panic.
func harrierRecordReads() {
	systemstack(func() {
		if harrierRecorded.addr != 0 && harrierRecorded.kind == 0 {
			harrierRecordNow()
		}
		harrierSettleWrite()
		goid := uintptr(getg().m.curg.goid)
		for _, others := range [...]bool{false, true} {
			for range harrierReadsMost {
				a := harrierLatestRead(goid, others)
				if a == nil {
					break
				}
				harrierChoose(a, goid)
			}
		}
		for harrierRecordFirst() {
		}
	})
}

// harrierLatestRead is the latest read of a goroutine that is not chosen, does not wait, and is not
// of a deferred function while the goroutine panics; or of those that it has started.
func harrierLatestRead(goid uintptr, others bool) (latest *harrierReadAccess) {
	t := harrierReadShelf
	for s := range t.reads {
		for i := range t.reads[s] {
			a := &t.reads[s][i]
			by := a.goid
			if others {
				by = a.parent
			}
			if a.order != 0 && by == goid && !a.chosen && a.waits == 0 && !t.panics.has(&a.harrierPlaced) && (latest == nil || a.order > latest.order) {
				latest = a
			}
		}
	}
	return
}

// harrierChoose has a read recorded for the goroutine that failed, and what others wrote there; it
// waits for that if there is nothing. Earlier ones of its kind are forgotten.
func harrierChoose(a *harrierReadAccess, failed uintptr) {
	set := &harrierReadShelf.reads[harrierWordSet(a.addr&^7)%harrierReadSets]
	for i := range set {
		b := &set[i]
		if a.goid != failed && b.addr == a.addr && b.pc == a.pc && b.order < a.order && a.isOfSameStart(&b.harrierPlaced) {
			*b = harrierReadAccess{}
		}
	}
	if w := harrierWrittenAt(a.addr&^7, false); w != nil {
		for i := range w.writes {
			one := &w.writes[i]
			if !one.is(a.addr) {
				continue
			}
			a.isMap = a.isMap || one.isMap
			if !a.isWrittenBy(&one.harrierPlaced, failed) {
				continue
			}
			a.chosen = true
			if one.settled && one.recorded == 0 {
				one.chosen, one.recorded = true, a.addr
			}
		}
	}
	if !a.chosen {
		a.waits = failed
	}
}

// harrierRecordFirst writes the first of the accesses that are chosen, and reports whether there is one.
func harrierRecordFirst() bool {
	t := harrierReadShelf
	var read *harrierReadAccess
	var write *harrierWriteAccess
	first := ^uint64(0)
	for s := range t.reads {
		for i := range t.reads[s] {
			if a := &t.reads[s][i]; a.chosen && a.order < first {
				first, read = a.order, a
			}
		}
	}
	for s := range t.writes {
		for i := range t.writes[s] {
			for k := range t.writes[s][i].writes {
				if a := &t.writes[s][i].writes[k]; a.chosen && a.order < first {
					first, write = a.order, a
				}
			}
		}
	}
	switch {
	case write != nil:
		write.chosen = false
		harrierRecordWrite(write, write.recorded)
	case read != nil:
		read.chosen, read.order = false, 0
		harrierRecordPlaced(&read.harrierPlaced, read.addr, 0, read.isMap, &read.bits, nil)
	}
	return write != nil || read != nil
}

func harrierRecordWrite(w *harrierWriteAccess, addr uintptr) {
	before, after := w.before.from(addr-w.addr), w.after.from(addr-w.addr)
	harrierRecordPlaced(&w.harrierPlaced, addr, harrierFlag1, w.isMap, &before, &after)
}

// from is what is so many bytes further on in the word.
func (b *harrierBits) from(bytes uintptr) harrierBits {
	if bytes == 0 {
		return *b
	}
	return harrierBits{word: b.word >> (bytes * 8)}
}

func harrierRecordPlaced(at *harrierPlaced, addr uintptr, flags uint64, isMap bool, before, after *harrierBits) {
	since := min(harrierOperationsBegun-at.begun, 1<<32-1)
	harrierEmit2(harrierAccessK|flags, harrierPlaceStack(at.pc, at.stack), uint64(addr)&harrierAddress, uint64(uint32(at.goid))|since<<32)
	harrierRecordFound(harrierMemoryK, isMap, before)
	if after != nil {
		harrierRecordFound(harrierMemoryK|harrierIsAfter, isMap, after)
	}
}

func harrierRecordFound(record uint64, isMap bool, bits *harrierBits) {
	if isMap {
		harrierWriteMemory(record, uint32(abi.Map), uint64(bits.word), 0, "map")
		return
	}
	harrierWriteBits(record, 0, bits)
}

// harrierIsMapCall reports whether a function, by its entry, is one of those that access maps.
func harrierIsMapCall(pc uintptr) bool {
	f := findfunc(pc)
	if !f.valid() {
		return false
	}
	name := funcname(f)
	return stringslite.HasPrefix(name, "runtime.map") || stringslite.HasPrefix(name, "internal/runtime/maps.")
}
