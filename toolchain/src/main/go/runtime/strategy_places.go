// The strategy by places: in each run some places of the program are late. A place
// is a call in the program's code that performs an operation, or the beginning of a
// goroutine. A goroutine at a place of some rank runs when none is left at a place of
// a lower rank, so that what takes one order of two places is found as often with a
// hundred goroutines as with two.
//
// Ranks are geometric: of the places, one in 2^shift has a rank above 0, one in
// 4^shift one above 1, and so on, with a shift from 1 to 3 that is drawn for the run.
// Among goroutines of the same rank any is as likely.

package runtime

import "internal/runtime/sys"

var (
	harrierPlaceShift uint64 // of the ranks
	harrierPlaceDeep  bool   // whether the caller of the function is part of a place
)

type harrierPlaces struct{}

func (harrierPlaces) begin() {
	harrierPlaceShift = 1 + harrierDraw(3)
	harrierPlaceDeep = harrierDraw(2) == 0
}

func (harrierPlaces) arrive(gp *g, fp uintptr) {
	if fp == 0 {
		gp.harrierPriority = harrierPlacePriority(uint64(harrierOffset(gp.startpc)))
	} else {
		gp.harrierPriority = harrierPlacePriority(harrierPlaceOf(gp, fp))
	}
}

func (harrierPlaces) next(last, usual *g) *g { return harrierHighest().gp.ptr() }

// harrierPlacePriority is that of a goroutine that has reached a place.
func harrierPlacePriority(place uint64) uint64 {
	zeros := uint64(sys.TrailingZeros64(harrierMix(harrierSeed ^ harrierMix(place))))
	return (64-zeros/harrierPlaceShift)<<32 | harrierDraw(1<<32) | 1<<63
}

// harrierPlaceOf is the place of the operation that the frame which fp points to is
// part of.
func harrierPlaceOf(gp *g, fp uintptr) uint64 {
	frames := harrierFramesFrom(gp, fp)
	pc, _ := frames.nextOfProgram()
	place := harrierMix(uint64(harrierOffset(pc)))
	if harrierPlaceDeep {
		if pc, name := frames.next(); pc != 0 && !harrierIsBetween(name) {
			place = harrierMix(place ^ uint64(harrierOffset(pc)))
		}
	}
	return place
}
