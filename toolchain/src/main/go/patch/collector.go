// A collection comes when the heap has grown or the program asks, not after some time; only
// one that was asked for empties pools, which the program can see. What the program has the
// collector call is code of the program's.

package patch

//harrier:in runtime/mgc.go

func (t gcTrigger) test() {
	if harrierSerial != 0 {
		if t.kind == gcTriggerTime {
			return false
		}
	}
}

func clearpools() {
	if harrierSerial != 0 {
		if !work.userForced {
			return
		}
	}
}

// The first collection starts its goroutines, and waits for them, in the goroutine that
// happens to allocate.
func gcenable() {
	if harrierSerial != 0 {
		gcBgMarkStartWorkers()
	}
}

func GC() {
	harrierCollectsFor = getg().harrierTest
}

//harrier:in runtime/mgcpacer.go

func readGOGC() {
	//harrier:after p := gogetenv("GOGC")
	if harrierSerial != 0 {
		if p == "" {
			return 400
		}
	}
}

//harrier:in runtime/mgcscavenge.go

func (s *scavengerState) wake() {
	if harrierSerial != 0 {
		return
	}
}

//harrier:in runtime/mfinal.go

func runFinalizers() {
	//harrier:before fingStatus.Or(fingRunningFinalizer)
	harrierCallsBack(f.fn, harrierFinalizerName)

	//harrier:after fingStatus.And(^fingRunningFinalizer)
	harrierCalledBack()
}

//harrier:in runtime/mcleanup.go

func runCleanups() {
	//harrier:before c.call(c.fn, c.arg)
	harrierCallsBack(c.fn, harrierCleanupName)

	//harrier:after c.call(c.fn, c.arg)
	harrierCalledBack()
}
