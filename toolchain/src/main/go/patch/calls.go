// Calls into the system or into C: which of the goroutine's, and whether it lost the P. One
// that did waits for its turn with all others, also when the P is idle.

package patch

//harrier:in runtime/proc.go

func reentersyscall() {
	//harrier:after gp.throwsplit = true
	gp.harrierCalls++
}

func retake() {
	//harrier:before thread.takeP()
	if harrierSerial != 0 && !harrierMayTake(thread.gp) {
		thread.resume()
		goto done
	}
}

func exitsyscall() {
	//harrier:before if sched.disable.user && !schedEnabled(gp) {
	if harrierAnyForcing != 0 {
		harrierKeptAway(gp)
	}
}

func exitsyscallNoP() {
	//harrier:instead if schedEnabled(gp) {
	if schedEnabled(gp) && !gp.harrierAway {
	}

	//harrier:before if locked {
	//harrier:next // Wait
	if harrierSerial != 0 {
		harrierHandOver()
	}
}

func syscall_runtime_AfterFork() {
	//harrier:end
	if harrierSerial != 0 {
		harrierForks()
	}
}
