// What goroutines and timers do, and what the hooks keep for each goroutine, thread and
// processor.

package patch

//harrier:in runtime/runtime2.go

type g struct {
	harrierTest, harrierTrySite, harrierRuns, harrierParks, harrierSeenParks, harrierStill uint32
	harrierGivenUp, harrierFrom                                                            uint32
	harrierSystem, harrierLeaked, harrierTicking, harrierPolling, harrierOver              bool
	harrierApart, harrierKnown                                                             bool
	harrierApartParks                                                                      uint32
	harrierCoro                                                                            uintptr
	harrierTimer                                                                           *timer
	harrierPrefers                                                                         *hchan
	harrierLast, harrierHeld                                                               uint64
	harrierHeldAt                                                                          uintptr
}

type m struct {
	harrierTimer uintptr
}

type p struct {
	harrier     harrierBuffer
	harrierSeen harrierSeen
}

//harrier:in runtime/proc.go

func gopark() {
	if harrierOn != 0 {
		harrierPark(reason)
	}
}

func ready() {
	if harrierOn != 0 {
		harrierReady(gp)
	}
}

func newproc1() {
	//harrier:before if isSystemGoroutine(newg, false) {
	newg.harrierSystem = false

	//harrier:after if isSystemGoroutine(newg, false) {
	newg.harrierSystem = true

	//harrier:before return newg
	if harrierOn != 0 {
		harrierSpawned(newg, callergp, callerpc)
	}
}

func gdestroy() {
	if harrierOn != 0 {
		harrierGone(gp)
	}
}

func sysmon() {
	//harrier:instead sleep := forcegcperiod / 2
	sleep := harrierSleep(forcegcperiod / 2)

	//harrier:before if *cgo_yield != nil {
	if harrierOn != 0 {
		harrierWakeMonitor(now)
	}
}

//harrier:in runtime/time.go

func newTimer() {
	//harrier:before t.modify(when, period, f, arg, 0)
	if harrierOn != 0 {
		harrierTimerSet(&t.timer, arg, true)
	}
}

func resetTimer() {
	//harrier:before return t.reset(when, period)
	if harrierOn != 0 {
		harrierTimerSet(&t.timer, t.arg, false)
	}
}

func (t *timer) unlockAndRun() {
	//harrier:before f(arg, seq, delay)
	if harrierOn != 0 {
		harrierFired(t, arg)
	}
}
