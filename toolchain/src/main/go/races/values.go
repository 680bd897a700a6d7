// Values of what races, in runs that record them (details.go): each access that is kept has
// a note of the value before it, and of how many operations had begun by then. With
// a race go the notes of both accesses. Of accesses to a word that follow each other
// without a release between, the detector keeps the first: that has the note.

package runtime

import "unsafe"

var harrierAccessNotes *[harrierAccesses]harrierAccessNote

// harrierUnknownValue is in the operand of a value that is not known.
const harrierUnknownValue = 0xff

// harrierShowAccess is called before an access to addr is looked at. What the library accesses for the
// program is no variable of the program's, and an atomic has been done by now.
func harrierShowAccess(r *harrierRacer, addr uintptr, what uint8, callpc uintptr) {
	if harrierAccessNotes == nil {
		harrierAccessNotes = (*[harrierAccesses]harrierAccessNote)(unsafe.Pointer(harrierReserve(unsafe.Sizeof(*harrierAccessNotes))))
	}
	if harrierRecorded.addr != 0 && harrierRecorded.kind == 0 {
		harrierRecordNow()
	}
	r.shown = addr
	if callpc != 0 || what&(harrierAtomically|harrierOnChannel) != 0 {
		r.shown = 0
	}
}

// harrierNoteAccess makes a note of r's present access, which is kept as i.
func harrierNoteAccess(r *harrierRacer, i uint32, what uint8) {
	if harrierDetails == 0 || harrierAccessNotes == nil {
		return
	}
	n := &harrierAccessNotes[i]
	n.begun, n.addr, n.goid = harrierOperationsBegun, r.shown, uintptr(r.goid)
	if r.shown == 0 {
		return
	}
	n.bits = harrierBitsAt(r.shown)
	n.after = n.bits
	if harrierRecorded.addr != r.shown {
		harrierRecorded = harrierRecordedAccess{addr: r.shown, goid: n.goid, writes: what&harrierWrites != 0}
	}
	harrierRecorded.note = n
}

// harrierRecordRacing writes what is known of the values of two accesses that race, the later
// one of which is about to be made.
func harrierRecordRacing(r *harrierRacer, what uint8, before *harrierAccess) {
	if harrierAccessNotes == nil {
		return
	}
	i := (uintptr(unsafe.Pointer(before)) - uintptr(unsafe.Pointer(harrierAccessPool))) / unsafe.Sizeof(*before)
	n := &harrierAccessNotes[i]
	since := uint32(min(harrierOperationsBegun-n.begun, 1<<23-1)) << harrierSinceAt
	if n.addr == 0 || n.addr != r.shown {
		harrierWriteMemory(harrierMemoryK|harrierOfEarlier, since|harrierUnknownValue, 0, 0, "")
	} else {
		harrierWriteBits(harrierMemoryK|harrierOfEarlier, since, &n.bits)
		if before.what&harrierWrites != 0 {
			harrierWriteBits(harrierMemoryK|harrierOfEarlier|harrierIsAfter, 0, &n.after)
		}
	}
	if r.shown != 0 {
		harrierRecordAccess(getg().m.curg, unsafe.Pointer(r.shown), 0, what&harrierWrites != 0)
	}
}
