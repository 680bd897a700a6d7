// What synchronizes: by Go's memory model, as the library announces it with addresses
// that stand for channels, locks and the like. What was released at an address is
// kept with the accesses of that word, and ends with its memory.

package runtime

// harrierSynchronize acquires what was released at addr, releases, or both.
func harrierSynchronize(r *harrierRacer, addr uintptr, how uint8) {
	t := harrierTableOf(addr)
	if t == nil || harrierDetects == 0 {
		return
	}
	bit := harrierBytes(addr, 1)
	link := &t.latest[addr%(1<<harrierStretch)>>3]
	i := harrierReleasedAt(link, bit)
	if i == 0 {
		if how == harrierAcquires {
			return
		}
		if i = harrierRoomForAccess(); i == 0 {
			return
		}
		// Forgetting, to make room, may have changed what link leads to.
		harrierAccessPool[i] = harrierAccess{next: *link, bytes: bit, what: harrierOrdersHere}
		*link = i
		t.used[addr%(1<<harrierStretch)>>harrierUsedShift] = 1
	}
	released := &harrierAccessPool[i].clock
	switch {
	case how == harrierSwaps:
		before := *released
		*released = harrierCopied(r)
		if before != 0 && *released != 0 {
			harrierLearns(r, before)
		}
		harrierDropClock(before)
	default:
		if how&harrierAcquires != 0 && *released != 0 {
			harrierLearns(r, *released)
		}
		if how&harrierReleases != 0 {
			*released = harrierReleased(r, *released)
		}
		if how&harrierMerges != 0 {
			if *released == 0 {
				*released = harrierCopied(r)
			} else {
				*released, _ = harrierJoined(*released, r.knows)
				if *released != 0 {
					harrierVectorAt(*released).by = harrierNoRacer
					harrierVectorAt(*released).version = 0
				}
			}
		}
	}
	if how != harrierAcquires && harrierDetects != 0 {
		harrierTicks(r)
	}
}

// harrierReleasedAt finds what was released at one byte of a word; 0 is nothing.
func harrierReleasedAt(word *uint32, bit uint8) uint32 {
	i := *word
	for i != 0 && harrierAccessPool[i].what == harrierOrdersHere && harrierAccessPool[i].bytes != bit {
		i = harrierAccessPool[i].next
	}
	if i == 0 || harrierAccessPool[i].what != harrierOrdersHere {
		return 0
	}
	return i
}

// harrierToAcquire is the vector that an acquire at addr acquires, 0 if there is none.
func harrierToAcquire(addr uintptr) uint32 {
	t := harrierTableOf(addr)
	if t == nil {
		return 0
	}
	i := harrierReleasedAt(&t.latest[addr%(1<<harrierStretch)>>3], harrierBytes(addr, 1))
	if i == 0 {
		return 0
	}
	return harrierAccessPool[i].clock
}

// harrierCopied is what r knows now, to be released.
func harrierCopied(r *harrierRacer) uint32 {
	from := harrierVectorAt(r.knows)
	i := harrierNewClock(from.n)
	if i == 0 {
		return 0
	}
	v := harrierVectorAt(i)
	harrierCopyTimes(v, from)
	v.by, v.at, v.version = r.place, r.clock, r.version
	return i
}

// harrierReleased is what r knows now, in the place of what was released before.
// Where it has learned nothing since it released that, only its own time has gone on.
func harrierReleased(r *harrierRacer, before uint32) uint32 {
	if before != 0 && harrierVectorAt(before).version == r.version {
		v := harrierVectorAt(before)
		v.times[r.place], v.at = r.clock, r.clock
		return before
	}
	harrierDropClock(before)
	return harrierCopied(r)
}

// harrierLearns lets r know what a vector knows. A time at a place stands for all that its owner
// knew then, but not across owners that did not know each other.
func harrierLearns(r *harrierRacer, released uint32) {
	v := harrierVectorAt(released)
	if v.by != harrierNoRacer && v.at > harrierRacerSince[v.by] && harrierTime(harrierVectorAt(r.knows), v.by) >= v.at {
		return // it knows that goroutine as it was then, or later
	}
	i, news := harrierJoined(r.knows, released)
	if i != 0 {
		r.knows = i
	}
	if news {
		harrierHasLearned(r)
	}
}

// harrierAfterAll lets r come after all that has happened: finalizers run when
// no goroutine has the object any more.
func harrierAfterAll(r *harrierRacer) {
	for place := uint32(0); place < harrierPlacesUsed; place++ {
		time := harrierRacerLast[place]
		if owner := harrierRacerOwner[place]; owner != 0 {
			time = harrierRacers[owner].clock
		}
		if place != r.place && harrierDetects != 0 {
			if i := harrierSetTime(r.knows, place, time); i != 0 {
				r.knows = i
			}
		}
	}
	harrierHasLearned(r)
	// What the others do from here on is later.
	for place := uint32(0); place < harrierPlacesUsed && harrierDetects != 0; place++ {
		if owner := harrierRacerOwner[place]; owner != 0 && owner != r.self {
			harrierTicks(&harrierRacers[owner])
		}
	}
}
