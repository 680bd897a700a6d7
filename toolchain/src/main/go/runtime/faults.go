// Faults, as decisions of a controlled run: of connections in memory, contexts that are
// canceled, and files.
//
// Where a goroutine reads, writes, dials, accepts or sends, the schedule may decide that the
// connection fails there, as the environment may have it fail at any time: it is reset, the
// other side closes it or falls silent, a read returns less than has arrived, a dial is
// refused or takes long, an accept fails, a datagram is lost, doubled or comes before
// others, a file is not written. The uses of each
// goroutine are numbered, all of them, in runs that draw such decisions or have a plan with
// some. What a fault does to a connection: ../poll/faults.go.
//
// Where code asks for the channel of a context, the schedule may decide that a test which
// holds its cancel function, or that of one that it is derived from, has just called that
// (../context/hooks.go). That is a use like those of connections.
//
// None is drawn where a test uses the connection itself: a test that sees a fault
// fails, as a rule, and that shows nothing. It sees those that its peers have.

package runtime

import "internal/stringslite"

// Kinds of faults; a set of them has the bit of each.
const (
	harrierFaultReset    = iota + 1 // the connection is reset, for both ends
	harrierFaultClosed              // the connection is closed, for both ends
	harrierFaultShort               // a read gets less than there is
	harrierFaultRefused             // a dial is refused
	harrierFaultCanceled            // a context is canceled
	harrierFaultSilent              // nothing arrives any more, at both ends
	harrierFaultAccept              // an accept fails, the next one may not
	harrierFaultLate                // a dial takes some seconds
	harrierFaultLost                // a datagram is lost
	harrierFaultDoubled             // a datagram arrives twice
	harrierFaultEarly               // a datagram arrives before those that wait to be read
	harrierFaultCut                 // a write arrives in part, then the connection ends
	harrierFaultFull                // a file gets a part of what is written, for want of space
	harrierFaultBroken              // a file is not written, or not synchronized
	harrierFaultKinds
)

// harrierMostFaults is how many are drawn in a run: what follows from one is hard enough
// to expect.
const harrierMostFaults = 2

// harrierFaultFrames is how many frames are looked at: the library has layers.
const harrierFaultFrames = 100

// harrierFaulty is 1 if uses of connections may fail, or contexts be canceled.
//
//go:linkname harrierFaulty
var harrierFaulty uint32

var (
	harrierFaults  uint64 // of 1024 uses of connections, how many fail
	harrierCancels uint64 // of 1024 uses of contexts, before how many these are canceled
	harrierBreaks  uint64 // of 1024 uses of files, how many fail
	harrierFaulted uint64 // how many did
)

// harrierFault is called when a goroutine is about to use a connection. kinds are those
// that can be; available is how many bytes a read would get, or a write would write, passed
// how many this end has read, or written, before. The result is 0, or a kind; of what is done in
// part with how many bytes that is of, of a late dial with how many seconds it takes.
//
//go:linkname harrierFault
func harrierFault(kinds uint32, available, passed int) (kind, bytes uint64) {
	gp := getg()
	if gp.m == nil || gp != gp.m.curg || gp.harrierName == 0 {
		return 0, 0
	}
	gp.harrierConnected++
	fp := getfp()
	// The stack that is walked must not grow meanwhile.
	systemstack(func() {
		fault, planned := harrierPlanned(harrierFaultChoice, gp.harrierName, gp.harrierConnected)
		kind, bytes = fault&0xff, fault>>8
		if !planned {
			kind, bytes = harrierDrawFault(gp, fp, kinds, available, passed)
		}
		if kind >= harrierFaultKinds || kinds>>kind&1 == 0 || harrierIsPartial(kind) && bytes >= uint64(available) {
			kind = 0
		}
		if kind != 0 {
			at := harrierPoint{gp.harrierName, gp.harrierConnected, gp.goid}
			harrierNoteChoice(at, harrierFaultChoice, uint64(harrierStack(gp, fp)), kind|bytes<<8, 0)
		}
	})
	return
}

// harrierIsPartial reports whether some bytes are read or written, or none of a file.
func harrierIsPartial(kind uint64) bool {
	return kind == harrierFaultShort || kind == harrierFaultCut || kind == harrierFaultFull
}

// harrierDrawFault is what fails here, by the strategy.
func harrierDrawFault(gp *g, fp uintptr, kinds uint32, available, passed int) (kind, bytes uint64) {
	share := harrierFaults
	switch {
	case kinds == 1<<harrierFaultCanceled:
		share = harrierCancels
	case kinds&(1<<harrierFaultBroken) != 0:
		share = harrierBreaks
	}
	if share == 0 || harrierBeforeTests || kinds == 0 || harrierFaulted == harrierMostFaults ||
		harrierDraw(1024) >= share || harrierIsOfTest(gp, fp) {
		return 0, 0
	}
	for kind = harrierDraw(harrierFaultKinds); kinds>>kind&1 == 0; {
		kind = harrierDraw(harrierFaultKinds)
	}
	harrierFaulted++
	switch kind {
	case harrierFaultShort, harrierFaultCut:
		return kind, 1 + harrierDraw(uint64(available)-1)
	case harrierFaultFull:
		return kind, harrierDraw(uint64(available))
	}
	if kind == harrierFaultLate {
		return kind, 2<<harrierDraw(3) - 1 // so late is a dial whose first packets are lost
	}
	return kind, uint64(passed)
}

// harrierIsOfTest reports whether it is code in a file of tests that called the library, or
// the function below the frame fp.
func harrierIsOfTest(gp *g, fp uintptr) bool {
	frames := harrierFramesFrom(gp, fp)
	frames.left = harrierFaultFrames
	for pc, _ := frames.next(); pc != 0; pc, _ = frames.next() {
		u, frame := newInlineUnwinder(findfunc(pc-1), pc-1)
		for ; frame.valid(); frame = u.next(frame) {
			if !harrierIsStandard(u.srcFunc(frame).name()) {
				file, _ := u.fileLine(frame)
				return stringslite.HasSuffix(file, "_test.go")
			}
		}
	}
	return false
}

// harrierCalledByTest reports whether a function of package context was called by code in a
// file of tests.
//
//go:linkname harrierCalledByTest
func harrierCalledByTest() (ofTest bool) {
	gp := getg()
	if gp.m == nil || gp != gp.m.curg {
		return false
	}
	fp := getfp()
	systemstack(func() {
		frames := harrierFramesFrom(gp, fp)
		for pc, _ := frames.next(); pc != 0; pc, _ = frames.next() {
			u, frame := newInlineUnwinder(findfunc(pc-1), pc-1)
			for ; frame.valid(); frame = u.next(frame) {
				name := u.srcFunc(frame).name()
				if !stringslite.HasPrefix(name, "context.") && !stringslite.HasPrefix(name, "runtime.") {
					file, _ := u.fileLine(frame)
					ofTest = stringslite.HasSuffix(file, "_test.go")
					return
				}
			}
		}
	})
	return
}
