// What synchronises: by Go's memory model, as the library tells it with addresses
// that stand for channels, locks and the like. What was released at an address is
// kept with the accesses of that word, and ends with its memory.

package runtime

// harrierSynchronise acquires what was released at addr, releases, or both.
func harrierSynchronise(r *harrierRacer, addr uintptr, how uint8) {
	t := harrierTableOf(addr)
	if t == nil || harrierDetects == 0 {
		return
	}
	link := &t.latest[addr%(1<<harrierStretch)>>3]
	i := *link
	bit := harrierBytes(addr, 1)
	for i != 0 && !(harrierAccessPool[i].what == harrierOrdersHere && harrierAccessPool[i].bytes == bit) {
		i = harrierAccessPool[i].next
	}
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
			harrierDropClock(*released)
			*released = harrierCopied(r)
		}
		if how&harrierMerges != 0 {
			if *released == 0 {
				*released = harrierCopied(r)
			} else {
				*released = harrierJoined(*released, r.knows)
				if *released != 0 {
					harrierVectorAt(*released).by = harrierNobody
				}
			}
		}
	}
	if how != harrierAcquires && harrierDetects != 0 {
		harrierTicks(r)
	}
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
	v.by, v.at = r.place, r.clock
	return i
}

// harrierLearns lets r know what a vector knows.
func harrierLearns(r *harrierRacer, released uint32) {
	v := harrierVectorAt(released)
	if v.by != harrierNobody && harrierTime(harrierVectorAt(r.knows), v.by) >= v.at {
		return // it knows that goroutine as it was then, or later
	}
	if i := harrierJoined(r.knows, released); i != 0 {
		r.knows = i
	}
}

// harrierAfterAll lets r come after all that has happened: finalizers run when
// nobody has the object any more.
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
	// What the others do from here on is later.
	for place := uint32(0); place < harrierPlacesUsed && harrierDetects != 0; place++ {
		if owner := harrierRacerOwner[place]; owner != 0 && owner != r.self {
			harrierTicks(&harrierRacers[owner])
		}
	}
}
