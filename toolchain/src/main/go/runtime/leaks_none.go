// Before Go 1.26 the collector can't prove leaks: quiescence has to. It is asked
// about locks alone.

package runtime

import "unsafe"

func harrierAffordLeaks() bool { return false }

func harrierReclaimStart(value string) {}

func harrierReclaimedCount() int { return 0 }

func harrierNoteReclaimed(n uintptr, test uint32) uintptr { return n }

func harrierNoteRevived(gp *g) {}

func harrierNobodyRevived() bool { return true }

//go:linkname harrierGoroutine
func harrierGoroutine() uint64 { return 0 }

//go:linkname harrierTimed
func harrierTimed(done unsafe.Pointer, maker uint64) {}

func harrierFindPolls() {}

func harrierFindLeaks() {
	if memstats.enablegc && harrierAnyHeld() {
		GC()
	}
}
