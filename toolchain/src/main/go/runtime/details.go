// Details: what a reader of a schedule wants to know beyond what its decisions and
// operations are. A run writes them if its plan asks for them, and does nothing else
// otherwise: they have no scheduling points, allocate nothing and read the program's
// memory without telling the race detector.
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
	harrierLongestText = 40 // bytes of a string that are told
	harrierLongestType = 120

	harrierNilValue = 1 << 8 // in the operand of a value
)

// harrierTellMessage tells the value that the goroutine is about to send, if it can.
func harrierTellMessage(c *hchan, value unsafe.Pointer) {
	gp := getg()
	if c != nil && value != nil && gp == gp.m.curg && gp.harrierName != 0 && gp.m.locks == 0 {
		harrierTellValue(harrierMessageK, unsafe.Pointer(c), c.elemtype, value)
	}
}

// harrierTellMessages tells what each sending case of a select would send.
func harrierTellMessages(scases []scase, nsends int) {
	for i := range scases[:nsends] {
		harrierTellMessage(scases[i].c, scases[i].elem)
	}
}

// harrierTellValue writes a record about object with the value of type t at p.
func harrierTellValue(record uint64, object unsafe.Pointer, t *_type, p unsafe.Pointer) {
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
