// Before Go 1.26 the collector can't prove leaks: quiescence has to. It is asked
// only about locks.

package runtime

func harrierAffordLeaks() bool { return false }

func harrierReclaimStart(value string) {}

func harrierReclaimedCount() int { return 0 }

func harrierNoteReclaimed(n uintptr, test uint32) uintptr { return n }

func harrierNoteRevived(gp *g) {}

func harrierNobodyRevived() bool { return true }

func harrierFindApart() { harrierFindLeaks() }

var harrierApartEnded bool

func harrierApartMoved() bool { return true }

func harrierCameRound(gp *g) bool { return false }

func harrierProofsStart() {}

func harrierFindPolls() {}

func harrierFindLeaks() {
	if memstats.enablegc && harrierAnyHeld() {
		GC()
	}
}
