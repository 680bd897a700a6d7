// Details: what a reader of a schedule wants to know beyond what its decisions and
// operations are. A run writes them if its plan asks for them, and does nothing else
// otherwise: they have no scheduling points, allocate nothing and read the program's
// memory without informing the race detector.
//
// Of an access to memory it is the value before and, after a write, the value
// then: the goroutine records that right after the write or, of a plain one, when it reaches
// its next operation, before any other goroutine runs.
//
// A value is read through no more pointers than those that its type says are there:
// the data of a string, the value in an interface (which is never written again), the
// header of a map. All are those of the goroutine that is about to do the operation, and
// no other runs.

package runtime

import (
	"internal/abi"
	"unsafe"
)

const (
	harrierLongestText = 40 // bytes of a string that are recorded
	harrierLongestType = 120

	harrierNilValue  = 1 << 8 // in the operand of a value
	harrierIsAfter   = harrierFlag1
	harrierOfEarlier = harrierFlag2
	harrierSinceAt   = 9

	harrierKindAt = 3 // in how an atomic accesses memory: the bits of its kind of type
	harrierAnyWay = 1<<harrierKindAt - 1
)

// harrierRecorded is the latest access of whose value something is not known yet; addr 0: none.
// That of an atomic, which has a kind, is ended by its own function.
var harrierRecorded harrierRecordedAccess

type harrierRecordedAccess struct {
	addr, goid uintptr
	kind       abi.Kind           // of the type; 0 is unknown
	writes     bool               // a value is there afterwards
	hasBefore  bool               // the value before it is in the trace
	note       *harrierAccessNote // what is kept of it for the race detector, if anything
}

// harrierAtOperation is what the race detector has to do when a goroutine reaches its next operation,
// in a run that records values; nil in others.
var harrierAtOperation func()

// harrierAccessNote is what the race detector knows of an access for the case that it reports it.
type harrierAccessNote struct {
	begun      uint64  // harrierOperationsBegun
	addr, goid uintptr // where the value begins, 0 if that is not known; and the goroutine that accesses it
	bits       harrierBits
	after      harrierBits
}

// harrierRecordAccess is called when gp is about to access a value of that kind of type
// at addr.
func harrierRecordAccess(gp *g, addr unsafe.Pointer, kind abi.Kind, writes bool) {
	harrierRecordMemory(addr, kind, 0)
	harrierRecorded = harrierRecordedAccess{addr: uintptr(addr), goid: uintptr(gp.goid), kind: kind, writes: writes, hasBefore: true}
}

// harrierAfterAtomic is called after an atomic function has written to addr.
//
//go:linkname harrierAfterAtomic
func harrierAfterAtomic(addr unsafe.Pointer) {
	if t := &harrierRecorded; t.addr == uintptr(addr) && t.hasBefore && t.kind != abi.Invalid && t.kind != abi.Interface {
		harrierRecordNow()
	}
}

// harrierAfterPointer is harrierAfterAtomic for pointers, whose functions are here.
//
//go:nosplit
func harrierAfterPointer(ptr *uintptr) {
	if harrierDetails != 0 {
		harrierAfterAtomic(unsafe.Pointer(ptr))
	}
}

// harrierAfterValue is called after a method of atomic.Value that writes, which uses
// atomic functions itself.
//
//go:linkname harrierAfterValue
func harrierAfterValue(addr unsafe.Pointer) {
	if harrierRecorded.addr == uintptr(addr) && harrierRecorded.kind == abi.Interface {
		harrierRecordNow()
	}
}

// harrierRecordNow looks at the present value, unless another goroutine has come between.
func harrierRecordNow() {
	t := harrierRecorded
	harrierRecorded = harrierRecordedAccess{}
	if gp := getg().m.curg; gp == nil || uintptr(gp.goid) != t.goid || !t.writes {
		return
	}
	if n := t.note; n != nil && n.addr == t.addr && n.goid == t.goid {
		n.after = harrierBitsAt(t.addr)
	}
	if t.hasBefore {
		harrierRecordMemory(unsafe.Pointer(t.addr), t.kind, harrierIsAfter)
	}
}

func harrierRecordMemory(addr unsafe.Pointer, kind abi.Kind, flags uint64) {
	record := harrierMemoryK | flags
	switch kind {
	case abi.Interface:
		var pointer any = (*any)(nil)
		harrierRecordValue(record, nil, (*ptrtype)(unsafe.Pointer(efaceOf(&pointer)._type)).Elem, addr)
	case abi.UnsafePointer:
		operand := uint32(kind)
		if *(*unsafe.Pointer)(addr) == nil {
			operand |= harrierNilValue
		}
		harrierWriteMemory(record, operand, 0, 0, "pointer")
	case abi.Invalid:
		bits := harrierBitsAt(uintptr(addr))
		harrierWriteBits(record, 0, &bits)
	case abi.Int32, abi.Uint32:
		harrierWriteMemory(record, uint32(kind), harrierWord(addr, 4), 0, harrierKindNames[kind])
	default:
		harrierWriteMemory(record, uint32(kind), harrierWord(addr, 8), 0, harrierKindNames[kind])
	}
}

var harrierKindNames = [...]string{
	abi.Int32: "int32", abi.Int64: "int64", abi.Uint32: "uint32", abi.Uint64: "uint64", abi.Uintptr: "uintptr",
}

// harrierBits is what is at an address, whatever its type: the bytes up to the end of its
// word, the next word, and what the first one points to, if it may be a pointer. Where
// memory ends, that is as much as the next word says, as of a string.
type harrierBits struct {
	word, next uintptr
	n          uint32
	text       [harrierLongestText]byte
}

func harrierBitsAt(addr uintptr) (bits harrierBits) {
	word := addr &^ 7
	bits.word = *(*uintptr)(unsafe.Pointer(word)) >> ((addr & 7) * 8)
	if addr != word || !harrierIsThere(word, 16) {
		return
	}
	bits.next = *(*uintptr)(unsafe.Pointer(word + 8))
	n := uintptr(harrierLongestText)
	if !harrierIsThere(bits.word, n) {
		n = min(n, bits.next)
	}
	if n != 0 && harrierIsThere(bits.word, n) {
		bits.n = uint32(copy(bits.text[:], unsafe.Slice((*byte)(unsafe.Pointer(bits.word)), n)))
	}
	return
}

// harrierIsThere reports whether n bytes are memory of an object or of the executable.
func harrierIsThere(addr, n uintptr) bool {
	if addr+n < addr {
		return false
	}
	if s := spanOfHeap(addr); s != nil {
		return addr+n <= s.limit
	}
	for m := &firstmoduledata; m != nil; m = m.next {
		if addr >= m.rodata && addr+n <= m.gofunc || addr >= m.noptrdata && addr+n <= m.enoptrbss {
			return true
		}
	}
	return false
}

func harrierWriteBits(record uint64, operand uint32, bits *harrierBits) {
	harrierWriteMemory(record, operand, uint64(bits.word), uint64(bits.next), unsafe.String(&bits.text[0], bits.n))
}

func harrierWriteMemory(record uint64, operand uint32, number, next uint64, text string) {
	harrierEmitText(record, operand, 2, next, number, text)
}

// harrierRecordBytes records what the goroutine has read from a descriptor, or written to it.
//
//go:linkname harrierRecordBytes
func harrierRecordBytes(p unsafe.Pointer, n int) {
	gp := getg()
	if harrierDetails == 0 || gp != gp.m.curg || gp.harrierName == 0 {
		return
	}
	text := unsafe.String((*byte)(p), min(n, harrierLongestText))
	harrierWriteMemory(harrierMemoryK|harrierIsAfter, uint32(abi.String), uint64(n), 0, text)
}

// harrierRecordConnection records which one the goroutine has just dialed or accepted.
//
//go:linkname harrierRecordConnection
func harrierRecordConnection(address uintptr) {
	gp := getg()
	if harrierDetails != 0 && gp == gp.m.curg && gp.harrierName != 0 {
		harrierWriteMemory(harrierMemoryK|harrierIsAfter, uint32(abi.Uintptr), uint64(address), 0, "connection")
	}
}

// harrierRecordTimer records how the goroutine found the timer that it has just stopped or reset, and
// in which time that fires now.
func harrierRecordTimer(t *timer, running bool) {
	recorded := harrierTimerInUse == uintptr(unsafe.Pointer(t))
	harrierTimerInUse = 0
	resets := getg().harrierDescriptor&harrierResets != 0
	fired := t.harrierFires != t.harrierFired
	if running || resets {
		t.harrierFired = t.harrierFires
	}
	if !recorded {
		return
	}
	found := "stopped"
	if running {
		found = "running"
	} else if fired {
		found = "fired"
	}
	harrierWriteMemory(harrierMemoryK, uint32(abi.String), uint64(len(found)), 0, found)
	if resets {
		harrierWriteMemory(harrierMemoryK|harrierIsAfter, uint32(abi.Int64), uint64(harrierTimerDelay), 0, "time.Duration")
	}
}

// harrierRecordMessage records the value that the goroutine is about to send, if it can.
func harrierRecordMessage(c *hchan, value unsafe.Pointer) {
	gp := getg()
	if c != nil && value != nil && gp == gp.m.curg && gp.harrierName != 0 && gp.m.locks == 0 {
		harrierRecordValue(harrierMessageK, unsafe.Pointer(c), c.elemtype, value)
	}
}

// harrierRecordMessages records what each sending case of a select would send.
func harrierRecordMessages(scases []scase, nsends int) {
	for i := range scases[:nsends] {
		harrierRecordMessage(scases[i].c, scases[i].elem)
	}
}

// harrierRecordValue writes a record about object with the value of type t at p.
func harrierRecordValue(record uint64, object unsafe.Pointer, t *_type, p unsafe.Pointer) {
	if t.Kind() == abi.Interface {
		inner, held := harrierHeldValue(t, p)
		if inner == nil {
			harrierWriteValue(record, object, uint32(abi.Interface)|harrierNilValue, 0, toRType(t).string())
			return
		}
		t, p = inner, held
	}
	kind := t.Kind()
	operand := uint32(kind)
	number := uint64(0)
	text := ""
	switch kind {
	case abi.Bool, abi.Int8, abi.Int16, abi.Int32, abi.Int64, abi.Int, abi.Uint8, abi.Uint16, abi.Uint32, abi.Uint64, abi.Uint, abi.Uintptr, abi.Float32, abi.Float64:
		number = harrierWord(p, t.Size_)
	case abi.String:
		s := *(*string)(p)
		number = uint64(len(s))
		text = s[:min(len(s), harrierLongestText)]
	case abi.Slice:
		s := (*slice)(p)
		number = uint64(s.len)
		if s.array == nil {
			operand |= harrierNilValue
		}
	case abi.Map:
		if m := *(*unsafe.Pointer)(p); m != nil {
			number = harrierMapLength(m)
		} else {
			operand |= harrierNilValue
		}
	case abi.Pointer, abi.Chan, abi.Func, abi.UnsafePointer:
		if *(*unsafe.Pointer)(p) == nil {
			operand |= harrierNilValue
		}
	}
	if kind != abi.String {
		text = toRType(t).string()
		text = text[:min(len(text), harrierLongestType)]
	}
	harrierWriteValue(record, object, operand, number, text)
}

// harrierHeldValue is the type of what the interface of type t at p holds, and where
// that is; the type is nil if it holds nothing.
func harrierHeldValue(t *_type, p unsafe.Pointer) (*_type, unsafe.Pointer) {
	var held *_type
	if len((*interfacetype)(unsafe.Pointer(t)).Methods) == 0 {
		held = (*eface)(p)._type
	} else if tab := (*iface)(p).tab; tab != nil {
		held = tab.Type
	}
	data := unsafe.Add(p, unsafe.Sizeof(uintptr(0)))
	if held != nil && !held.IsDirectIface() {
		data = *(*unsafe.Pointer)(data)
	}
	return held, data
}

// harrierWord is the number of size bytes at p.
func harrierWord(p unsafe.Pointer, size uintptr) uint64 {
	switch size {
	case 1:
		return uint64(*(*uint8)(p))
	case 2:
		return uint64(*(*uint16)(p))
	case 4:
		return uint64(*(*uint32)(p))
	}
	return *(*uint64)(p)
}

func harrierWriteValue(record uint64, object unsafe.Pointer, operand uint32, number uint64, text string) {
	harrierEmitText(record, operand, 2, uint64(uintptr(object))&harrierAddress, number, text)
}
