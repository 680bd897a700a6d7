// Races that were found, as records of the trace.

package runtime

import "unsafe"

const harrierRaceMost = 256 // pairs of places that are told

var (
	harrierRacesReported [harrierRaceMost]uint64
	harrierRacesFound    int
	harrierRaceFrames    [harrierPlaceDepth + 1][2]uintptr
)

// harrierReportRace writes that an access by r, at pc, and one before it are not
// ordered. A pair of places is told once.
func harrierReportRace(r *harrierRacer, addr uintptr, bytes, what uint8, pc uint32, before *harrierAccess) {
	pair := uint64(min(pc, before.pc))<<32 | uint64(max(pc, before.pc))
	for _, told := range harrierRacesReported[:harrierRacesFound] {
		if told == pair {
			return
		}
	}
	if harrierOn == 0 || harrierRacesFound == harrierRaceMost {
		return
	}
	harrierRacesReported[harrierRacesFound] = pair
	harrierRacesFound++
	both := before.bytes & bytes
	first := uint64(0)
	for both>>first&1 == 0 {
		first++
	}
	kind := uint64(harrierRaceK)
	if what&harrierWrites != 0 {
		kind |= harrierFlag1
	}
	if before.what&harrierWrites != 0 {
		kind |= harrierFlag2
	}
	earlier := harrierPlaceStack(before.pc, before.stack)
	now := harrierPlaceStack(pc, r.stack)
	how := uint64(what>>1&1) | uint64(before.what>>1&1)<<1 | uint64(what&before.what>>3&1)<<2
	harrierEmit2(kind, now, uint64(addr&^7)+first|how<<48, uint64(before.goid)|uint64(earlier)<<32)
}

// harrierPlaceStack gives the index in the trace of a stack: pc, and its callers.
func harrierPlaceStack(pc, callers uint32) uint32 {
	f := &harrierRaceFrames
	f[0][1] = harrierTextLo + uintptr(pc)
	n := 1
	if callers != 0 {
		for _, pc := range harrierStackStore.words[callers+1 : callers+1+harrierStackStore.words[callers]] {
			f[n-1][0] = uintptr(unsafe.Pointer(&f[n]))
			f[n][1] = harrierTextLo + uintptr(pc)
			n++
		}
	}
	h := uint64(harrierStackSeed)
	for _, frame := range f[:n] {
		h = harrierStackHash(h, frame[1]-harrierTextLo)
	}
	return harrierStackNamed(h, uintptr(unsafe.Pointer(&f[0])), n)
}
