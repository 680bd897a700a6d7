// Which goroutine runs next is decided by the hooks, among goroutines that all run on one processor.

package patch

//harrier:in runtime/proc.go

func runqget() {
	if harrierSerial != 0 {
		return harrierPick(pp, false), false
	}
}

func globrunqget() {
	if harrierSerial != 0 {
		return nil
	}
}

func globrunqgetbatch() {
	if harrierSerial != 0 {
		return harrierPick(allp[0], true), gQueue{}
	}
}

func runqempty() {
	if harrierAnyEnabled() {
		return false
	}
}

// With a race detector, Go's own scheduler puts goroutines into its queue in random order.
func runqput() {
	//harrier:instead if randomizeScheduler && next && randn(2) == 0 {
	if randomizeScheduler && harrierSerial == 0 && next && randn(2) == 0 {
	}
}

//harrier:also runqputbatch
func runqputslow() {
	//harrier:instead if randomizeScheduler {
	if randomizeScheduler && harrierSerial == 0 {
	}
}

func procresize() {
	if harrierSerial != 0 {
		nprocs = harrierOneProc(nprocs)
	}
}

func goschedImpl() {
	if preempted {
		harrierStopped(gp)
	}
}

//go:noinline
func Gosched() {
	if harrierSerial != 0 {
		harrierYields(sys.GetCallerPC())
	}
}

func preemptPark() {
	gp.harrierResume = true
}

//harrier:instead const forcePreemptNS = 10 * 1000 * 1000
var forcePreemptNS int64 = 10 * 1000 * 1000

func retake() {
	if harrierSerial != 0 && !harrierMayRetake() {
		return 0
	}
}

//harrier:in runtime/runtime1.go

func finishDebugVarsSetup() {
	//harrier:end
	harrierControlStart()
}
