// Accesses. Of each word those are kept that a later access can race with: the
// latest write, what was read since, and what nothing orders.

package runtime

// harrierAccessMost is how many accesses of a word are kept; the oldest goes first.
// An access that races with it mostly races with one of the others. (Go's detector keeps four.)
const harrierAccessMost = 8

// harrierSeenAccess reports whether the latest access of a word was by the same
// goroutine, at the same time of its, and not less than this one.
//
//go:nosplit
func harrierSeenAccess(r *harrierRacer, addr uintptr, what uint8) bool {
	t := harrierTableOf(addr)
	if t == nil {
		return true
	}
	i := *harrierBehindOrders(&t.latest[addr%(1<<harrierStretch)>>3])
	if i == 0 {
		return false
	}
	a := &harrierAccessPool[i]
	return a.clock == r.clock && uint32(a.place) == r.place && a.bytes>>(addr&7)&1 != 0 && a.what&^harrierWrites == 0 && a.what >= what
}

// harrierBehindOrders leads to the latest access in a list: what was released there
// comes first.
//
//go:nosplit
func harrierBehindOrders(link *uint32) *uint32 {
	for *link != 0 && harrierAccessPool[*link].what == harrierOrdersHere {
		link = &harrierAccessPool[*link].next
	}
	return link
}

// harrierAccessed looks at an access to the size bytes from addr on. fp is the frame
// of the function that the code called. If callpc is not 0, the access is that of the
// code that called the library there.
func harrierAccessed(r *harrierRacer, addr, size uintptr, what uint8, fp, callpc uintptr) {
	if harrierDetects == 0 {
		return
	}
	pc := harrierFindPlace(r, fp, callpc)
	if harrierDetails != 0 {
		harrierShowAccess(r, addr, what, callpc)
	}
	for end := addr + size; addr < end; {
		t := harrierTableOf(addr)
		next := min(end, (addr|7)+1)
		if t == nil {
			addr = next
			continue
		}
		at := addr % (1 << harrierStretch)
		piece := at >> harrierUsedShift
		if at%harrierPieceSize == 0 && end-addr >= harrierPieceSize {
			harrierPieceAccessed(r, t, addr, what, pc)
			next = addr + harrierPieceSize
		} else {
			if t.whole[piece] != 0 {
				harrierFindRaces(r, &t.whole[piece], addr, harrierBytes(addr, next-addr), what, pc, false)
			}
			harrierAdds(r, &t.latest[at>>3], addr, harrierBytes(addr, next-addr), what, pc)
		}
		t.used[piece] = 1
		addr = next
	}
}

// harrierPieceAccessed looks at an access to a whole piece, which is kept as one.
func harrierPieceAccessed(r *harrierRacer, t *harrierTable, addr uintptr, what uint8, pc uint32) {
	at := addr % (1 << harrierStretch)
	if t.used[at>>harrierUsedShift] != 0 {
		for w := at >> 3; w < at>>3+harrierPieceWords; w++ {
			if t.latest[w] != 0 {
				harrierFindRaces(r, &t.latest[w], addr, 0xff, what, pc, true)
			}
		}
	}
	harrierAdds(r, &t.whole[at>>harrierUsedShift], addr, 0xff, what, pc)
}

// harrierAdds looks at an access to bytes of a word, and keeps it with those of that
// word unless one of them says as much.
func harrierAdds(r *harrierRacer, word *uint32, addr uintptr, bytes, what uint8, pc uint32) {
	word = harrierBehindOrders(word)
	if i := *word; i != 0 && harrierAccessPool[i].next == 0 {
		// Mostly there is one, and this one takes its place.
		if a := &harrierAccessPool[i]; a.bytes&^bytes == 0 && harrierCovers(what, a) && harrierKnows(r, a) {
			*a = harrierAccessOf(r, bytes, what, pc)
			harrierNoteAccess(r, i, what)
			return
		}
	}
	if harrierFindRaces(r, word, addr, bytes, what, pc, true) {
		return
	}
	if i := harrierRoomForAccess(); i != 0 {
		harrierAccessPool[i] = harrierAccessOf(r, bytes, what, pc)
		harrierAccessPool[i].next = *word
		*word = i
		harrierNoteAccess(r, i, what)
	}
}

func harrierAccessOf(r *harrierRacer, bytes, what uint8, pc uint32) harrierAccess {
	return harrierAccess{bytes: bytes, what: what, place: uint16(r.place), clock: r.clock, pc: pc, stack: r.stack, goid: r.goid}
}

// harrierCovers reports whether all that races with an access races with one that is
// like what as well.
func harrierCovers(what uint8, a *harrierAccess) bool {
	return a.what&harrierAtomically >= what&harrierAtomically && a.what&harrierWrites <= what&harrierWrites
}

func harrierKnows(r *harrierRacer, a *harrierAccess) bool {
	return uint32(a.place) == r.place || a.clock <= harrierTime(harrierVectorAt(r.knows), uint32(a.place))
}

// harrierWillKnow reports whether an atomic access was released where this one, which
// is atomic, acquires: then what comes after this one comes after that.
func harrierWillKnow(r *harrierRacer, a *harrierAccess) bool {
	return r.acquires != 0 && a.what&harrierAtomically != 0 && a.clock <= harrierTime(harrierVectorAt(r.acquires), uint32(a.place))
}

// harrierFindRaces looks for races of an access with those in a list, and drops those
// with which nothing can race that does not race with this one, if it covers them.
// True: there is one like it.
func harrierFindRaces(r *harrierRacer, link *uint32, addr uintptr, bytes, what uint8, pc uint32, covers bool) bool {
	for i, n := *link, 0; i != 0; i = *link {
		a := &harrierAccessPool[i]
		if a.bytes&bytes == 0 || a.what == harrierOrdersHere {
			link = &a.next
			continue
		}
		if uint32(a.place) == r.place && a.clock == r.clock && bytes&^a.bytes == 0 && a.what&harrierAtomically == what&harrierAtomically && a.what >= what {
			return true
		}
		known := harrierKnows(r, a)
		if !known && (a.what|what)&harrierWrites != 0 && a.what&what&harrierAtomically == 0 {
			harrierReportRace(r, addr, bytes, what, pc, a)
			known = true
		}
		if covers && harrierCovers(what, a) && (known || harrierWillKnow(r, a)) {
			if a.bytes &^= bytes; a.bytes == 0 {
				*link = a.next
				harrierDropAccess(i)
				continue
			}
		}
		if n++; n >= harrierAccessMost && a.next == 0 {
			*link = 0
			harrierDropAccess(i)
			return false
		}
		link = &a.next
	}
	return false
}

// harrierRoomForAccess forgets if there is none.
func harrierRoomForAccess() uint32 {
	i := harrierNewAccess()
	if i == 0 {
		harrierNotice(harrierRacesForgotten)
		harrierForget()
		i = harrierNewAccess()
	}
	return i
}
