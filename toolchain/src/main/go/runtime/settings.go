// How a controlled run is to be: read from the environment before anything is
// random, and from there on what is random for the scheduler, for each
// goroutine and for ties.

package runtime

import (
	"internal/stringslite"
	"unsafe"
)

// harrierEarlyEnv reads the environment before the runtime has.
func harrierEarlyEnv(prefix string) string {
	n := int32(0)
	for argv_index(argv, argc+1+n) != nil {
		n++
	}
	for i := int32(0); i < n; i++ {
		p := argv_index(argv, argc+1+i)
		s := unsafe.String(p, findnull(p))
		if stringslite.HasPrefix(s, prefix) {
			return s[len(prefix):]
		}
	}
	return ""
}

// harrierNumber reads the decimal number at the start of s and what follows
// the character behind it.
func harrierNumber(s string) (uint64, string) {
	n := uint64(0)
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return n, s[i+1:]
		}
		n = n*10 + uint64(s[i]-'0')
	}
	return n, ""
}

// harrierControlInit is called by randinit, before anything is random.
// HARRIER_CONTROL is strategy,seed,depth,length,early,procs,slice,pause,polls,
// computing,network,faults,cancels, all decimal.
func harrierControlInit() {
	harrierBeforeTests = harrierIsTestBinary()
	harrierReadControl()
	if harrierSerial == 0 {
		harrierBeforeTests = false
		return
	}
	harrierOrigin, _ = harrierNumber(harrierEarlyEnv("HARRIER_ORIGIN="))
	harrierRecordingInit()
	harrierForking = harrierBeforeTests && stringslite.HasPrefix(harrierEarlyEnv("HARRIER_FORK="), "/")
	var fixed [32]byte
	fixed[0] = 1
	globalRand.state.Init(fixed)
}

// harrierReadControl takes the settings over. Before tests they are those of no schedule, but
// for what the program can see of the machine: its processors and its network.
func harrierReadControl() {
	s := harrierEarlyEnv("HARRIER_CONTROL=")
	if s == "" {
		return
	}
	var strategy uint64
	strategy, s = harrierNumber(s)
	harrierSeed, s = harrierNumber(s)
	harrierDepth, s = harrierNumber(s)
	harrierLength, s = harrierNumber(s)
	harrierEarly, s = harrierNumber(s)
	harrierCPUs, s = harrierNumber(s)
	harrierSlice, s = harrierNumber(s)
	harrierPause, s = harrierNumber(s)
	harrierPolls, s = harrierNumber(s)
	harrierComputing, s = harrierNumber(s)
	network, s := harrierNumber(s)
	harrierNetwork = uint32(network)
	harrierFaults, s = harrierNumber(s)
	harrierCancels, s = harrierNumber(s)
	harrierBreaks, _ = harrierNumber(s)
	if harrierBeforeTests {
		strategy, harrierSeed, harrierLength = harrierDefaultNumber, 0, 1
		harrierEarly, harrierSlice, harrierPause, harrierPolls = 0, 0, 0, 0
		harrierComputing, harrierFaults, harrierCancels, harrierBreaks = 0, 0, 0, 0
	}
	if harrierFaults|harrierCancels|harrierBreaks != 0 {
		harrierFaulty = 1
	}
	if harrierSlice == 0 {
		harrierSlice = harrierUsualSlice
	}
	harrierUntimed = harrierMostUntimed
	harrierUsageInit()
	if strategy >= uint64(len(harrierStrategies)) || harrierStrategies[strategy] == nil {
		throw("HARRIER_CONTROL names no strategy")
	}
	harrierScheduler = harrierStrategies[strategy]
	_, harrierDrawsNothing = harrierScheduler.(harrierDefaultOrder)
	harrierRng = harrierMix(harrierSeed)
	if harrierLength == 0 {
		harrierLength = 1000
	}
	for i := range harrierChanges {
		harrierChanges[i] = 1 + harrierDraw(harrierLength)
	}
	harrierScheduler.begin()
	harrierSerial = 1
	harrierPoints = 1
}

// harrierControlStart is called when the scheduler's settings are read.
func harrierControlStart() {
	if harrierSerial != 0 {
		forcePreemptNS = 1 << 60
		sched.customGOMAXPROCS = true // nothing shall change it behind our back
		debug.gcstoptheworld = 1      // the program does not continue while memory is marked
		harrierClockStart()
	}
}

// harrierRandom is what the program itself draws from: math/rand, crypto/rand, the order of
// maps, hash seeds. Each goroutine has a generator of its own, so what others do
// does not change what it draws; and no decision of the scheduler touches it, so
// that a replay, which draws nothing for its decisions, shows the program the
// same numbers.
//
//go:nosplit
func harrierRandom() (uint64, bool) {
	return harrierRandomOf(getg())
}

//go:nosplit
func harrierRandomOf(gp *g) (uint64, bool) {
	if gp == nil || gp.harrierName == 0 {
		return 0, false
	}
	gp.harrierRng += 0x9e3779b97f4a7c15
	return harrierMix(gp.harrierRng), true
}

// harrierFill fills b with what the program draws.
//
//go:linkname harrierFill
func harrierFill(b []byte) {
	for len(b) > 0 {
		x := rand()
		for i := range min(len(b), 8) {
			b[i] = byte(x >> (8 * i))
		}
		b = b[min(len(b), 8):]
	}
}

// harrierTieBreak decides which of the timers of a synctest bubble that expire at
// the same time comes first. A sleep is set on the thread's own stack.
func harrierTieBreak() uint32 {
	if harrierSerial != 0 {
		if x, ok := harrierRandomOf(getg().m.curg); ok {
			return uint32(x)
		}
	}
	return cheaprand()
}
