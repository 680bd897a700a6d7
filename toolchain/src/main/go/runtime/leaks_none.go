// Before Go 1.26 the collector can't prove leaks: quiescence has to. It is asked
// about locks alone.

package runtime

func harrierAffordLeaks() bool { return false }

func harrierFindLeaks() {
	if memstats.enablegc && harrierAnyHeld() {
		GC()
	}
}
