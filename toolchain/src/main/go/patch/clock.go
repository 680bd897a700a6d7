// The program sees the clock of the run. Timers have names, and their ties are broken by
// the hooks.

package patch

//harrier:in runtime/time.go

type timer struct {
	harrierName, harrierFires, harrierFired uint64
}

func (t *timer) maybeAdd() {
	//harrier:instead t.rand = cheaprand()
	t.rand = harrierTieBreak()
}

func newTimer() {
	//harrier:before t.modify(when, period, f, arg, 0)
	if harrierSerial != 0 {
		harrierNameTimer(&t.timer)
	}
}

func (t *timer) unlockAndRun() {
	//harrier:before f(arg, seq, delay)
	if harrierSerial != 0 {
		harrierFires(t)
	}

	//harrier:after f(arg, seq, delay)
	if harrierSerial != 0 {
		harrierFiring = 0
	}
}

func time_runtimeNow() {
	//harrier:before return time_now()
	if harrierClockMode != 0 {
		return harrierReadClock()
	}
}

func time_runtimeNano() {
	//harrier:before return nanotime()
	if harrierClockMode != 0 {
		return harrierReadNano()
	}
}

//harrier:in runtime/time_nofake.go

func nanotime() {
	//harrier:before return nanotime1()
	if harrierClockMode != 0 {
		return harrierNow()
	}
}

//harrier:in runtime/sema.go

func internal_sync_nanotime() {
	if harrierSerial != 0 {
		return harrierNow()
	}
}

//harrier:in runtime/lock_futex.go

func notetsleep_internal() {
	//harrier:instead deadline := nanotime()
	deadline := nanotime1()

	//harrier:instead now := nanotime()
	now := nanotime1()
}

//harrier:instead func beforeIdle(int64, int64) (*g, bool) {
func beforeIdle(now, pollUntil int64) (*g, bool) {
}

func beforeIdle() {
	//harrier:instead return nil, false
	return harrierIdle(now, pollUntil)
}

// Packages link to time.now by name, to read the clock faster than time.Now. On linux/amd64
// it is assembly, and gets a function in front of it.

//harrier:in runtime/timeasm.go

//harrier:instead func time_now() (sec int64, nsec int32, mono int64)
func time_now() (sec int64, nsec int32, mono int64) {
	if harrierClockMode != 0 {
		return harrierReadClock()
	}
	return harrierRealClock()
}
func harrierRealClock() (sec int64, nsec int32, mono int64)

//harrier:in runtime/timestub.go

//harrier:instead func time_now() (sec int64, nsec int32, mono int64) {
func time_now() (sec int64, nsec int32, mono int64) {
	if harrierClockMode != 0 {
		return harrierReadClock()
	}
	return harrierRealClock()
}
func harrierRealClock() (sec int64, nsec int32, mono int64) {
}

//harrier:in runtime/mgc.go

func gcMarkTermination() {
	//harrier:instead sec, nsec, _ := time_now()
	sec, nsec, _ := harrierRealClock()
}
