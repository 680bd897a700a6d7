// Accesses. Of each word those are kept that a later access can race with: the
// latest write, what was read since, and what nothing orders.

package runtime

// harrierAccessMost is how many accesses of a word are kept; the oldest goes first.
const harrierAccessMost = 64

// harrierSeenAccess tells whether the latest access of a word was by the same
// goroutine, at the same time of its, and not less than this one.
//
//go:nosplit
func harrierSeenAccess(r *harrierRacer, addr uintptr, what uint8) bool {
	t := harrierTableOf(addr)
	if t == nil {
		return true
	}
	i := t.latest[addr%(1<<harrierStretch)>>3]
	if i == 0 {
		return false
	}
	a := &harrierAccessPool[i]
	return a.clock == r.clock && uint32(a.place) == r.place && a.bytes>>(addr&7)&1 != 0 && a.what&^harrierWrites == 0 && a.what >= what
}

// harrierAccessed looks at an access to the size bytes from addr on. fp is the frame
// of the function that the code called. If callpc is not 0, the access is that of the
// code that called the library there.
func harrierAccessed(r *harrierRacer, addr, size uintptr, what uint8, fp, callpc uintptr) {
	if harrierDetects == 0 {
		return
	}
	pc := harrierFindPlace(r, fp, callpc)
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
				harrierMeets(r, &t.whole[piece], addr, harrierBytes(addr, next-addr), what, pc, false)
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
				harrierMeets(r, &t.latest[w], addr, 0xff, what, pc, true)
			}
		}
	}
	harrierAdds(r, &t.whole[at>>harrierUsedShift], addr, 0xff, what, pc)
}

// harrierAdds looks at an access to bytes of a word, and keeps it with those of that
// word unless one of them says as much.
func harrierAdds(r *harrierRacer, word *uint32, addr uintptr, bytes, what uint8, pc uint32) {
	if harrierMeets(r, word, addr, bytes, what, pc, true) {
		return
	}
	if i := harrierRoomForAccess(); i != 0 {
		harrierAccessPool[i] = harrierAccess{next: *word, bytes: bytes, what: what, place: uint16(r.place), clock: r.clock, pc: pc, stack: r.stack, goid: r.goid}
		*word = i
	}
}

// harrierMeets looks for races of an access with those in a list, and drops those
// with which nothing can race that does not race with this one, if it covers them.
// True: there is one like it.
func harrierMeets(r *harrierRacer, link *uint32, addr uintptr, bytes, what uint8, pc uint32, covers bool) bool {
	knows := harrierVectorAt(r.knows)
	for i, n := *link, 0; i != 0; i = *link {
		a := &harrierAccessPool[i]
		if a.bytes&bytes == 0 || a.what == harrierOrdersHere {
			link = &a.next
			continue
		}
		own := uint32(a.place) == r.place
		if own && a.clock == r.clock && bytes&^a.bytes == 0 && a.what&harrierAtomically == what&harrierAtomically && a.what >= what {
			return true
		}
		known := own || a.clock <= harrierTime(knows, uint32(a.place))
		if !known && (a.what|what)&harrierWrites != 0 && a.what&what&harrierAtomically == 0 {
			harrierTellRace(r, addr, bytes, what, pc, a)
			known = true
		}
		if covers && known && a.what&harrierAtomically >= what&harrierAtomically && a.what&harrierWrites <= what&harrierWrites {
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
