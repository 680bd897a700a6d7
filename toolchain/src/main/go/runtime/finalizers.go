// Finalizers and cleanups of the program. Goroutines of the runtime call them, one
// after the other; while one runs, that goroutine is the program's: it blocks like
// any other, and one that is blocked for good lets no later one run.
//
// In a controlled run it has a name meanwhile, and when it begins is a decision.
// That is so where the program asked for the collection (runtime.GC), and for
// functions only of the program: a collection that came of itself comes when the
// heap has grown, and moves no schedules. Its finalizers run at once, to the end.

package runtime

// The names of the goroutines that call finalizers and cleanups. On one P there is
// one of each.
var (
	harrierFinalizerName = harrierNthName(2, 1)
	harrierCleanupName   = harrierNthName(2, 2)
)

// harrierCollectsFor is the test that asked for the last collection.
var harrierCollectsFor uint32

// harrierCallsBack is called before fn, a finalizer or cleanup. The goroutine's
// points and operations are counted through all that it calls.
func harrierCallsBack(fn *funcval, name uint64) {
	gp := getg()
	if harrierIsStandard(funcname(findfunc(fn.fn))) {
		return
	}
	gp.harrierSystem = false
	if harrierSerial == 0 || !work.userForced {
		return
	}
	gp.harrierTest = harrierCollectsFor
	if gp.harrierRng == 0 {
		harrierReset(gp, name)
	} else {
		gp.harrierName = name
	}
	harrierSchedulingPoint(nil)
}

// harrierCalledBack is called when it has returned.
func harrierCalledBack() {
	gp := getg()
	gp.harrierSystem = true
	gp.harrierName = 0
	gp.harrierTest = 0
}
