// Before Go 1.26 the collector can't prove leaks: quiescence has to. It is asked
// about locks alone.

package runtime

func harrierAffordLeaks() bool { return false }

func harrierReclaimStart(value string) {}

func harrierReclaimedCount() int { return 0 }

func harrierNoteReclaimed(n uintptr, test uint32) uintptr { return n }

func harrierNoteRevived(gp *g) {}

func harrierNobodyRevived() bool { return true }

// harrierLimits is for a collector that is told of time limits.
var harrierLimits uint32

func harrierFindPolls() {}

func harrierFindLeaks() {
	if memstats.enablegc && harrierAnyHeld() {
		GC()
	}
}
