// Accesses to memory as scheduling points.
//
// The plan names code that takes part in data races: by the return address of the
// call that announces the access, which the compiler puts there where races are
// looked for. What that code has touched is shared and written, and from then on
// each access to it is a scheduling point, whichever code makes it: of a check and a
// use that follows without a point between, the detector announces only the check. No
// other access is a point: code that reads and writes under locks gives way at those.
//
// The plan is part of the schedule, and what is touched follows from the run: a
// replay has the same points, wherever its memory is. So an address counts only until
// its memory is allocated again, and one on the stack, which may move, never does; how
// many have been touched does not depend on which of them are alive.

package runtime

import "unsafe"

const (
	harrierAccessPlaces = 64 // twice as many as are ever taken
	harrierTouchedMost  = 64 // the oldest goes first

	// harrierAccessMostPoints bounds what a racing counter in a loop costs.
	harrierAccessMostPoints = 1 << 14
)

var (
	harrierAccessPoints uint32 // how many the plan names; 0 when there have been enough points
	harrierAccessesMet  uint32 // points so far
	harrierAccessTable  [harrierAccessPlaces]uint32
	harrierTouched      [harrierTouchedMost]uintptr
	harrierTouchedN     uint32 // how many there have been
)

func harrierAddAccessPoint(pc uint32) {
	if pc == 0 || harrierAccessPoints == harrierAccessPlaces/2 || harrierIsAccessPoint(pc) {
		return
	}
	i := pc * 0x9e3779b1 >> 26
	for harrierAccessTable[i%harrierAccessPlaces] != 0 {
		i++
	}
	harrierAccessTable[i%harrierAccessPlaces] = pc
	harrierAccessPoints++
}

//go:nosplit
func harrierIsAccessPoint(pc uint32) bool {
	for i := pc * 0x9e3779b1 >> 26; ; i++ {
		switch harrierAccessTable[i%harrierAccessPlaces] {
		case 0:
			return false
		case pc:
			return true
		}
	}
}

// harrierSwitchesAt reports whether an access to addr by the code that returns to pc is
// a scheduling point.
//
//go:nosplit
func harrierSwitchesAt(addr, pc uintptr) bool {
	for i := range min(harrierTouchedN, harrierTouchedMost) {
		if harrierTouched[i] == addr {
			return true
		}
	}
	if !harrierIsAccessPoint(harrierOffset(pc)) {
		return false
	}
	if stack := &getg().stack; addr < stack.lo || addr >= stack.hi {
		harrierTouched[harrierTouchedN%harrierTouchedMost] = addr
		harrierTouchedN++
	}
	return true
}

// harrierNotTouched is called when memory begins.
func harrierNotTouched(addr, size uintptr) {
	for i := range min(harrierTouchedN, harrierTouchedMost) {
		if harrierTouched[i]-addr < size {
			harrierTouched[i] = 0
		}
	}
}

// harrierBeforeAccess lets others run before code that returns to pc accesses memory
// at addr. The race detector has taken note of the access already: what orders it
// does not depend on what others do meanwhile.
func harrierBeforeAccess(addr, pc uintptr, access uint8) {
	noted := harrierRecorded
	harrierRecorded = harrierRecordedAccess{} // it was not made yet
	gp := harrierAtPoint()
	if gp == nil {
		return
	}
	if harrierAccessesMet++; harrierAccessesMet == harrierAccessMostPoints {
		harrierAccessPoints = 0
	}
	harrierDecideOf(gp, addr, access|harrierPlainly, pc)
	if harrierDetails != 0 {
		harrierRecordAccess(gp, unsafe.Pointer(addr), 0, access != harrierLoad)
		if n := noted.note; n != nil && n.addr == addr && n.goid == uintptr(gp.goid) {
			n.begun, n.bits = harrierOperationsBegun, harrierBitsAt(addr)
			n.after = n.bits
			harrierRecorded.note = n
		}
	}
}
