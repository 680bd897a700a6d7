// Delay injection in native runs: before an operation of package sync at a
// place of the plan a goroutine sleeps, with all the locks that it holds, so that
// others reach theirs. In controlled runs delays do that.

package runtime

// harrierPoints is whether package sync calls harrierSchedulingPoint before its
// operations.
//
//go:linkname harrierPoints
var harrierPoints uint32

// harrierMostDelays is how often a run is delayed at one place: a loop shall not take
// the time of its test.
const harrierMostDelays = 20

// harrierInjectDelay is called by harrierSchedulingPoint, which an exported function of
// package sync calls.
//
//go:noinline
func harrierInjectDelay() {
	pc := harrierSite(getfp(), 2)
	if pc == 0 || harrierPlanMask == 0 {
		return
	}
	site := harrierSiteAt(pc)
	gp := getg()
	if site.pc == 0 || site.delay == 0 || gp != gp.m.curg || harrierInBubble(gp) {
		return
	}
	if site.kept.Add(1) <= harrierMostDelays {
		timeSleep(int64(site.delay) * 1000 * 1000)
	}
}
