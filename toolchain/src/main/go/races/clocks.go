// Vector clocks. A goroutine has a place in them, and a time there that continues
// with each of its releases. A place is used again by a goroutine that knows all
// that its former owner did: then nothing is lost by taking the two for one. Where
// there are many times as many places as goroutines, that of the goroutine that ended
// first is used again by any: clocks are as wide as goroutines live, not as have lived.
// Races with what that one did may not be seen then.

package runtime

import "unsafe"

const (
	harrierRacerMost = 1 << 13 // goroutines at once, and places
	harrierPlaceTry  = 64      // free places that a new goroutine looks at
	harrierPlaceFew  = 512     // places that there may be in any case
	harrierNoRacer   = 1<<16 - 1
)

// harrierVector is a vector clock: n times, zero behind them. If by is a goroutine, it
// is what that place's owner knew when it released it at its time at, and nothing else.
type harrierVector struct {
	size    uint32 // log2 of the units it takes
	n       uint32
	by      uint32
	at      uint32
	version uint32                   // of the knowledge of the goroutine that released it; 0 is no goroutine's
	times   [harrierRacerMost]uint32 // only as many as size has room for
}

// harrierRacer is a goroutine, or what acts like one, to the race detector.
type harrierRacer struct {
	place    uint32
	clock    uint32
	knows    uint32  // vector; its own time is in it, too
	version  uint32  // of what it knows of others: no two racers have the same
	acquires uint32  // the vector that it acquires after the present access; 0: none
	goid     uint32  // 0 until it accesses anything
	frame    uintptr // of the function whose callers are known; 0: none
	caller   uintptr // its return address
	stack    uint32  // of the callers
	shown    uintptr // where the value of the present access is, in runs that record values; 0: nowhere
	self     uint32  // its index; while it is free, that of the next free one
}

var (
	harrierRacers     *[harrierRacerMost]harrierRacer
	harrierRacerFree  uint32
	harrierRacerFresh uint32
	harrierRacerLast  [harrierRacerMost]uint32 // the time at each place when its last owner ended
	harrierRacerOwner [harrierRacerMost]uint32 // 0 is none
	harrierRacerSince [harrierRacerMost]uint32 // the time at each place when an owner began that did not know the last one
	harrierPlacesUsed uint32
	harrierRacersLive uint32
	harrierVersions   uint32
	harrierPlaceFree  [harrierRacerMost]uint16 // a ring of free places, oldest first
	harrierPlaceHead  uint32
	harrierPlaceTail  uint32
)

func harrierVectorAt(i uint32) *harrierVector {
	return (*harrierVector)(unsafe.Pointer(harrierClockBase + uintptr(i)*harrierClockUnit))
}

// harrierNewClock gives an empty vector with room for n times; 0 if there is no memory.
func harrierNewClock(n uint32) uint32 {
	size := uint32(0)
	for harrierRoomOf(size) < n {
		size++
	}
	i := harrierClockFree[size]
	if i != 0 {
		harrierClockFree[size] = harrierVectorAt(i).n
	} else {
		bytes := uintptr(harrierClockUnit) << size
		if harrierClockNext+bytes > harrierClockBase+harrierClockSpace {
			harrierRacesOff()
			return 0
		}
		i = uint32((harrierClockNext - harrierClockBase) / harrierClockUnit)
		harrierClockNext += bytes
	}
	v := harrierVectorAt(i)
	v.size = size
	v.n = 0
	v.by = harrierNoRacer
	v.version = 0
	return i
}

func harrierRoomOf(size uint32) uint32 { return harrierClockUnit/4<<size - 5 }

func harrierDropClock(i uint32) {
	if i != 0 {
		v := harrierVectorAt(i)
		v.n = harrierClockFree[v.size]
		harrierClockFree[v.size] = i
	}
}

// harrierEnlarged gives a vector with the times of i and room for n; 0 if there is none.
func harrierEnlarged(i, n uint32) uint32 {
	v := harrierVectorAt(i)
	if n <= harrierRoomOf(v.size) {
		return i
	}
	j := harrierNewClock(n)
	if j == 0 {
		return 0
	}
	harrierCopyTimes(harrierVectorAt(j), v)
	harrierDropClock(i)
	return j
}

func harrierCopyTimes(to, from *harrierVector) {
	to.n = from.n
	memmove(unsafe.Pointer(&to.times), unsafe.Pointer(&from.times), uintptr(from.n)*4)
}

// harrierJoined gives a vector that knows what i and j know, in the place of i, and
// whether that is more than i knew.
func harrierJoined(i, j uint32) (joined uint32, news bool) {
	from := harrierVectorAt(j)
	if i = harrierEnlarged(i, from.n); i == 0 {
		return 0, false
	}
	to := harrierVectorAt(i)
	for to.n < from.n {
		to.times[to.n] = 0
		to.n++
	}
	for k := uint32(0); k < from.n; k++ {
		if from.times[k] > to.times[k] {
			to.times[k] = from.times[k]
			news = true
		}
	}
	return i, news
}

// harrierHasLearned is called when a goroutine knows more of others than before.
func harrierHasLearned(r *harrierRacer) {
	harrierVersions++
	r.version = harrierVersions
}

// harrierSetTime sets one time of a vector.
func harrierSetTime(i, place, time uint32) uint32 {
	if i = harrierEnlarged(i, place+1); i == 0 {
		return 0
	}
	v := harrierVectorAt(i)
	for v.n <= place {
		v.times[v.n] = 0
		v.n++
	}
	v.times[place] = time
	return i
}

// harrierTime is what a vector knows of a place.
func harrierTime(v *harrierVector, place uint32) uint32 {
	if place < v.n {
		return v.times[place]
	}
	return 0
}

// harrierNewRacer makes one that knows what parent knows. Nil if there are too many.
func harrierNewRacer(parent *harrierRacer) *harrierRacer {
	i := harrierRacerFree
	if i != 0 {
		harrierRacerFree = harrierRacers[i].self
	} else if harrierRacerFresh+1 < harrierRacerMost {
		harrierRacerFresh++
		i = harrierRacerFresh
	} else {
		harrierRacesOff()
		return nil
	}
	r := &harrierRacers[i]
	*r = harrierRacer{self: i}
	harrierRacersLive++
	harrierHasLearned(r)
	n := uint32(1)
	if parent != nil {
		n = harrierVectorAt(parent.knows).n
	}
	if r.knows = harrierNewClock(n + 1); r.knows == 0 {
		return nil
	}
	if parent != nil {
		harrierCopyTimes(harrierVectorAt(r.knows), harrierVectorAt(parent.knows))
	}
	r.place = harrierTakePlace(harrierVectorAt(r.knows))
	r.clock = harrierRacerLast[r.place]
	harrierRacerOwner[r.place] = i
	harrierTicks(r)
	if parent != nil {
		harrierTicks(parent) // what it does from here on comes after the go statement
	}
	if harrierDetects == 0 {
		return nil
	}
	return r
}

// harrierTakePlace gives a free place whose last owner did nothing that is not known,
// or else one that no goroutine has had.
func harrierTakePlace(knows *harrierVector) uint32 {
	waiting := harrierPlaceTail - harrierPlaceHead
	for tries := min(waiting, harrierPlaceTry); tries > 0; tries-- {
		place := uint32(harrierPlaceFree[harrierPlaceHead%harrierRacerMost])
		harrierPlaceHead++
		if harrierTime(knows, place) >= harrierRacerLast[place] {
			return place
		}
		harrierGiveBack(place)
	}
	if harrierPlacesUsed < min(harrierRacerMost, max(harrierPlaceFew, 4*harrierRacersLive)) || harrierPlaceTail == harrierPlaceHead {
		harrierPlacesUsed++
		return harrierPlacesUsed - 1
	}
	place := uint32(harrierPlaceFree[harrierPlaceHead%harrierRacerMost])
	harrierPlaceHead++
	harrierRacerSince[place] = harrierRacerLast[place]
	return place
}

func harrierGiveBack(place uint32) {
	harrierPlaceFree[harrierPlaceTail%harrierRacerMost] = uint16(place)
	harrierPlaceTail++
}

// harrierTicks lets a goroutine's own time continue.
func harrierTicks(r *harrierRacer) {
	r.clock++
	r.knows = harrierSetTime(r.knows, r.place, r.clock)
}

func harrierEndRacer(r *harrierRacer) {
	harrierRacersLive--
	harrierRacerLast[r.place] = r.clock
	harrierRacerOwner[r.place] = 0
	harrierGiveBack(r.place)
	harrierDropClock(r.knows)
	i := r.self
	*r = harrierRacer{self: harrierRacerFree}
	harrierRacerFree = i
}
