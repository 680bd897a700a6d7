// Races that were found, as records of the trace.

package runtime

import "unsafe"

const (
	harrierRaceMost      = 256 // races that are reported
	harrierRaceMostThere = 16  // of one pair of program counters
)

// harrierReportedRace is a race that was reported: the program counters of both accesses, and
// what their callers are, each pair with the smaller program counter first.
type harrierReportedRace struct {
	pcs, callers uint64
}

var (
	harrierRacesReported [harrierRaceMost]harrierReportedRace
	harrierRacesFound    int
	harrierRaceFrames    [harrierPlaceDepth + 1][2]uintptr
)

// harrierReportRace writes that an access by r, at pc, and one before it are not
// ordered. A pair of stacks is reported once: one function may be called for several
// variables, or in several tests.
func harrierReportRace(r *harrierRacer, addr uintptr, bytes, what uint8, pc uint32, before *harrierAccess) {
	race := harrierReportedRace{uint64(pc)<<32 | uint64(before.pc), uint64(r.stack)<<32 | uint64(before.stack)}
	if pc > before.pc || pc == before.pc && r.stack > before.stack {
		race.pcs, race.callers = race.pcs>>32|race.pcs<<32, race.callers>>32|race.callers<<32
	}
	there := 0
	for _, reported := range harrierRacesReported[:harrierRacesFound] {
		if reported == race {
			return
		}
		if reported.pcs == race.pcs {
			there++
		}
	}
	if harrierOn == 0 || harrierRacesFound == harrierRaceMost || there == harrierRaceMostThere {
		return
	}
	harrierRacesReported[harrierRacesFound] = race
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
	if harrierDetails != 0 {
		harrierRecordRacing(r, what, before)
	}
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
