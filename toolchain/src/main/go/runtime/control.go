// Controlled runs: one goroutine at a time, the next one chosen by a seeded
// strategy, so that the same seed gives the same run.
//
// There is one P. Whenever the scheduler looks for work it takes a decision
// among all goroutines that can run, wherever they are queued; the runtime's
// own goroutines come first and draw nothing from the generator. A goroutine
// gives way before every operation that another goroutine can see (harrierGiveWay),
// so that every order of such operations can come about. A goroutine that was
// stopped for any other reason (a collection, the watchdog) goes on at once.
//
// A goroutine's points are where decisions are taken on its account: before an
// operation, and when it has stopped. They are numbered by its own path alone,
// whatever the others do. What is decided there otherwise than in the default
// order is recorded, and what the plan says goes before the strategy's choice:
// that is how a schedule is replayed and minimised.
//
// Not controlled: the order of maps keyed by pointers, printed pointers, the
// outside world, and loops that perform no operation that gives way; for the
// last the watchdog steps in, and says so.

package runtime

import (
	"internal/stringslite"
	"unsafe"
)

// Strategies.
const (
	harrierRandomWalk = iota + 1 // uniform among all that can run
	harrierPriorities            // PCT: fixed random priorities, with depth-1 changes
	harrierRaces                 // POS: random priorities of operations, drawn anew when one takes effect
	harrierDelays                // GoAT: the default order, with a bounded number of yields before usages
	harrierDefault               // the default order: who runs goes on, else who could have for longest
)

// harrierStarved is after how many decisions a goroutine that could run does,
// whatever the strategy says: some loops go on until another goroutine acts.
const harrierStarved = 5000

// harrierVain is after how many polls in vain, with nothing else between, a
// goroutine rests as if it had yielded: what it waits for is up to others.
const harrierVain = 32

// harrierFairness is every how many selects with a choice the default order
// does not take the first case that is ready.
const harrierFairness = 16

// harrierHaste is how many timers expire early in a run: where a ticker is never
// late enough, a test that hangs would not come to its limit of time.
const harrierHaste = 1000

// harrierSerial is 1 in controlled runs.
//
//go:linkname harrierSerial
var harrierSerial uint32

var (
	harrierStrategy uint32
	harrierSeed     uint64
	harrierRng      uint64 // of the scheduler; goroutines have their own
	harrierSeqs     uint64 // goroutines created
	harrierStep     uint64 // decisions taken
	harrierDepth    uint64 // of harrierPriorities; yields left for harrierDelays
	harrierLength   uint64 // expected number of decisions
	harrierEarly    uint64 // of 1024 decisions, how many let a timer expire early
	harrierHasty    uint64 // timers that did
	harrierChanges  [16]uint64
	harrierHere     harrierPoint
	harrierLast     guintptr // who runs or ran last
	harrierStopping uint32   // the watchdog is stopping the goroutine that runs
)

// harrierPoint is a goroutine's point: that of who runs or ran last.
type harrierPoint struct{ seq, point, goid uint64 }

// Kinds of choices that no plan can make.
const (
	harrierWatchdog = 6 // a goroutine that gave way to nobody was stopped
	harrierMissed   = 7 // who the plan said should run could not
)

// harrierChose records what was decided at the present point.
func harrierChose(kind, options, chosen, goid uint64) {
	harrierNoteChoice(harrierHere, kind, options, chosen, goid)
}

func harrierNoteChoice(at harrierPoint, kind, options, chosen, goid uint64) {
	if harrierOn == 0 {
		return
	}
	b := harrierBegin(harrierRoom, harrierActor())
	if b == nil {
		return
	}
	t := harrierTicket(b)
	p := b.pos
	b.pos = p + 40
	b.object = 0
	harrierPut(p+40, 0)
	harrierPut(p+32, goid)
	harrierPut(p+24, at.goid)
	harrierPut(p+16, kind|options<<8)
	harrierPut(p+8, at.seq|chosen<<32)
	harrierPut(p, harrierChoice|4<<8|t|at.point<<32)
	harrierDone(b)
}

//go:nosplit
func harrierMix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9
	x = (x ^ (x >> 27)) * 0x94d049bb133111eb
	return x ^ (x >> 31)
}

func harrierDraw(n uint64) uint64 {
	harrierRng += 0x9e3779b97f4a7c15
	return (harrierMix(harrierRng) >> 32) * n >> 32
}

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
// HARRIER_CONTROL is strategy,seed,depth,length,early, all decimal.
func harrierControlInit() {
	s := harrierEarlyEnv("HARRIER_CONTROL=")
	if s == "" {
		return
	}
	var strategy uint64
	strategy, s = harrierNumber(s)
	harrierSeed, s = harrierNumber(s)
	harrierDepth, s = harrierNumber(s)
	harrierLength, s = harrierNumber(s)
	harrierEarly, _ = harrierNumber(s)
	harrierUsageInit()
	harrierStrategy = uint32(strategy)
	harrierRng = harrierMix(harrierSeed)
	if harrierLength == 0 {
		harrierLength = 1000
	}
	for i := range harrierChanges {
		harrierChanges[i] = 1 + harrierDraw(harrierLength)
	}
	harrierSerial = 1
	var fixed [32]byte
	fixed[0] = 1
	globalRand.state.Init(fixed)
}

// harrierControlStart is called when the scheduler's settings are read.
func harrierControlStart() {
	if harrierSerial != 0 {
		forcePreemptNS = 1 << 60
		sched.customGOMAXPROCS = true // nobody shall change it behind our back
		harrierClockStart()
	}
}

// harrierRandom is a goroutine's own generator: what others do does not change
// what it draws.
//
//go:nosplit
func harrierRandom() (uint64, bool) {
	gp := getg()
	if gp.harrierSeq == 0 {
		return 0, false
	}
	gp.harrierRng += 0x9e3779b97f4a7c15
	return harrierMix(gp.harrierRng), true
}

// harrierSelectOrder takes the place of the draw that shuffles the cases of a
// select: in controlled runs they stay as they are, for harrierSelectDecide.
func harrierSelectOrder(n uint32) uint32 {
	if harrierSerial == 0 {
		return cheaprandn(n)
	}
	return n - 1
}

// harrierSelectDecide puts the case that is to be taken, of those that are
// ready, first. By default that is the first, but now and then another: loops
// rely on selects being fair.
func harrierSelectDecide(scases []scase, nsends int, order []uint16) {
	gp := getg()
	n := uint64(0)
	for _, i := range order {
		if harrierIsReady(scases[i].c, int(i) < nsends) {
			n++
		}
	}
	if n < 2 || gp.harrierSeq == 0 {
		return
	}
	gp.harrierSelects++
	usual := uint64(0)
	if gp.harrierSelects%harrierFairness == 0 {
		usual = gp.harrierSelects / harrierFairness % n
	}
	chosen := usual
	planned, ok := harrierPlanned(harrierSelectCase, gp.harrierSeq, gp.harrierPoints)
	if !ok && harrierStrategy != harrierDefault {
		x, _ := harrierRandom()
		chosen = (x >> 32) * n >> 32
	}
	k := uint64(0)
	for at, i := range order {
		if !harrierIsReady(scases[i].c, int(i) < nsends) {
			continue
		}
		if ok && uint64(i) == planned || !ok && k == chosen {
			order[0], order[at] = i, order[0]
			if k != usual {
				harrierChose(harrierSelectCase, n, uint64(i), 0)
			}
			return
		}
		k++
	}
}

// harrierIsReady tells whether an operation on c would not block now.
func harrierIsReady(c *hchan, send bool) bool {
	if c.closed != 0 {
		return true
	}
	if send {
		return c.qcount < c.dataqsiz || harrierHasWaiter(c.recvq.first)
	}
	return c.qcount > 0 || harrierHasWaiter(c.sendq.first)
}

// harrierHasWaiter tells whether one in the queue still waits: a select that
// was served elsewhere stays in its other queues until it runs.
func harrierHasWaiter(sg *sudog) bool {
	for ; sg != nil; sg = sg.next {
		if !sg.isSelect || sg.g.selectDone.Load() == 0 {
			return true
		}
	}
	return false
}

// harrierEnroll gives a new goroutine its number, generator and priority.
func harrierEnroll(gp *g) {
	harrierSeqs++
	gp.harrierSeq = harrierSeqs
	gp.harrierRng = harrierMix(harrierSeed ^ harrierMix(harrierSeqs))
	gp.harrierPriority = harrierMix(gp.harrierRng)>>1 | 1<<63
	gp.harrierPoints = 0
	gp.harrierSelects, gp.harrierPolls, gp.harrierPolled = 0, 0, 0
	gp.harrierTired, gp.harrierSpins, gp.harrierUsage = false, false, false
	gp.harrierResume = false
	gp.harrierOperations = 0
	gp.harrierStands = harrierMustStand(gp)
}

// harrierGiveWay is called before an operation on object that another
// goroutine can see.
//
//go:linkname harrierGiveWay
func harrierGiveWay(object unsafe.Pointer) {
	if harrierSerial == 0 {
		return
	}
	gp := getg()
	mp := gp.m
	if gp != mp.curg || gp.harrierSeq == 0 || mp.locks != 0 || mp.preemptoff != "" || mp.incgo || mp.mallocing != 0 || sched.gcwaiting.Load() {
		return
	}
	harrierPass(harrierTickNS)
	gp.harrierNext = uintptr(object)
	gp.harrierSpins = false
	gp.harrierPoints++
	gp.harrierOperations++
	harrierArrive(gp)
	if harrierStrategy == harrierRaces {
		gp.harrierPriority = harrierDraw(1<<32)<<31 | 1<<63
	}
	if early, ok := harrierExpiresNow(); ok {
		harrierChose(harrierTimerExpiry, 2, early, 0)
	} else if pp := mp.p.ptr(); !gp.harrierTired && runqempty(pp) && sched.runq.size == 0 && !harrierTimerIsDue(pp) {
		gp.harrierPoints++ // nobody to give way to
		harrierHere.point++
		harrierBegins(gp)
		return
	}
	gp.harrierStands = harrierMustStand(gp)
	gp.harrierUsage = harrierStrategy == harrierDelays && harrierDepth > 0 && harrierIsUsage(gp, getfp())
	mcall(gosched_m)
	harrierBegins(gp)
}

// harrierInVain is called when an operation that does not block has failed.
//
//go:nosplit
func harrierInVain() {
	if harrierSerial != 0 && harrierStrategy != harrierRandomWalk {
		gp := getg()
		if gp.harrierOperations > gp.harrierPolled+1 {
			gp.harrierPolls = 0
		}
		gp.harrierPolled = gp.harrierOperations
		gp.harrierPolls++
		if gp.harrierPolls%harrierVain == 0 {
			gp.harrierTired = true
		}
	}
}

// harrierExpiresNow lets the next timer expire if that is decided: as harrierExpire.
func harrierExpiresNow() (early uint64, ok bool) {
	if _, planned := harrierPlanned(harrierTimerExpiry, harrierHere.seq, harrierHere.point); planned {
		return harrierExpire()
	}
	if harrierEarly == 0 || harrierDraw(1024) >= harrierEarly {
		return 0, false
	}
	early, ok = harrierExpire()
	if !ok {
		return 0, false
	}
	harrierHasty++
	if harrierHasty == harrierHaste {
		harrierEarly = 0
	}
	return early, true
}
