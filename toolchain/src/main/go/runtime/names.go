// The names of goroutines in a controlled run: hashes of their spawn paths. The n-th
// goroutine that a goroutine starts has the same name in every run in which the
// two are there, whatever else is started before it: what a plan says of it stays
// true when other decisions are left out. What a timer starts is named by the
// goroutine that made the timer, and by which of its timers that is.

package runtime

// harrierMainName is that of the main goroutine. The runtime's own have 0.
const harrierMainName = 1

var (
	harrierOrphans uint64 // goroutines of the program that the runtime's own started
	harrierFiring  uint64 // the name that the next goroutine has which a timer starts
)

// harrierNthName is the name of the nth of something that the bearer of name makes.
func harrierNthName(name, nth uint64) uint64 {
	return harrierMix(name^harrierMix(nth))>>16 | 2
}

func harrierEnrollMain(gp *g) { harrierReset(gp, harrierMainName) }

// harrierEnroll names a new goroutine.
func harrierEnroll(gp, parent *g) {
	switch {
	case harrierFiring != 0:
		harrierReset(gp, harrierFiring)
		harrierFiring = harrierNthName(harrierFiring, 1)
	case parent.harrierName != 0:
		parent.harrierChildren++
		harrierReset(gp, harrierNthName(parent.harrierName, 2*parent.harrierChildren))
	default:
		harrierOrphans++
		harrierReset(gp, harrierNthName(0, harrierOrphans))
	}
	harrierScheduler.arrive(gp, 0)
}

// harrierNameTimer is called when a timer is made.
func harrierNameTimer(t *timer) {
	if gp := getg(); gp.harrierName != 0 {
		gp.harrierTimers++
		t.harrierName = harrierNthName(gp.harrierName, 2*gp.harrierTimers+1)
	}
}

// harrierFires is called when the function of a timer is about to be called.
func harrierFires(t *timer) {
	t.harrierFires++
	harrierFiring = harrierNthName(t.harrierName, t.harrierFires)
}
