// That time passes while code computes, as a decision of a controlled run.
//
// The clock stands still while a goroutine runs between two scheduling points, so code
// that measures how long something took would always find it quick. Where the program
// reads the clock, the schedule may decide that its goroutine has computed for some
// time since it read it last: the clock moves on by that before it is read. Timers that
// are due then expire from the next scheduling point on, in their order.
//
// That is decided where the program's own code calls time.Now, time.Since or time.Until.
// What Go's library reads for itself is left alone: a context that computes its deadline,
// a timer that is set, package testing. So are the clocks of synctest bubbles.
//
// For how long: programs compare with a bound, and whatever is longer exceeds it. So a
// few lengths that are far apart cross any bound, and simplifying the schedule finds
// about the shortest that still does; bounds need not be known. To look for them among
// the constants of the program would miss those that are options, fields or products.
// Where the program has set timers, the next one is a bound as well: the clock is then read
// just past it, before any goroutine knows that it has expired.

package runtime

import "internal/stringslite"

// harrierComputingNS are the lengths that are drawn from.
var harrierComputingNS = [...]int64{1e5, 1e6, 1e7, 1e8, 1e9, 1e10, harrierLongestNS}

const harrierLongestNS = 60 * 1000 * 1000 * 1000

// harrierFirstReadings is how many readings of a goroutine are as likely to come late
// as the run says; the n-th one behind them is less likely by n times that. A loop that
// polls the clock is not to be over at once.
const harrierFirstReadings = 8

// harrierMostComputing is how often in a run computing takes time.
const harrierMostComputing = 100

var (
	harrierComputing uint64 // of 1024 readings, before how many computing takes time
	harrierComputed  uint64 // how many were
)

// harrierComputes is called when a goroutine is about to read the clock. It is quick
// where nothing is decided of any reading: readings are counted only where they matter.
func harrierComputes() {
	if harrierAnyForcing|uint32(harrierComputing) == 0 {
		return
	}
	gp := getg()
	if gp.m == nil || gp != gp.m.curg || gp.harrierName == 0 {
		return
	}
	gp.harrierReadings++
	fp := getfp()
	// The stack that is walked must not grow meanwhile.
	systemstack(func() {
		micros, planned := harrierPlanned(harrierComputation, gp.harrierName, gp.harrierReadings)
		if !planned {
			micros = harrierDrawComputing(gp, fp)
		}
		if micros != 0 {
			ns := int64(micros) * 1000
			harrierPutOffAlarm(ns)
			harrierJump(harrierNow() + ns)
			at := harrierPoint{gp.harrierName, gp.harrierReadings, gp.goid}
			harrierNoteChoice(at, harrierComputation, uint64(harrierStack(gp, fp)), micros, 0)
		}
	})
}

// harrierDrawComputing is for how many microseconds gp has computed, by the strategy.
func harrierDrawComputing(gp *g, fp uintptr) uint64 {
	if harrierComputing == 0 || harrierBeforeTests ||
		harrierDraw(1024)*max(gp.harrierReadings, harrierFirstReadings) >= harrierComputing*harrierFirstReadings ||
		!harrierProgramReads(gp, fp) {
		return 0
	}
	harrierComputed++
	if harrierComputed == harrierMostComputing {
		harrierComputing = 0
	}
	ns := harrierComputingNS[harrierDraw(uint64(len(harrierComputingNS)))]
	if next := harrierNextTimer(); next != 0 && harrierDraw(2) == 0 {
		if left := next - harrierNow() + harrierLatencyNS; left > 0 && left <= harrierLongestNS {
			ns = left
		}
	}
	return uint64(ns) / 1000
}

// harrierProgramReads reports whether it is the program's own code that reads the clock,
// below the frame fp. Frames are those of the source: package time is compiled into
// others.
func harrierProgramReads(gp *g, fp uintptr) bool {
	called := ""
	frames := harrierFramesFrom(gp, fp)
	for pc, _ := frames.next(); pc != 0; pc, _ = frames.next() {
		u, frame := newInlineUnwinder(findfunc(pc-1), pc-1)
		for ; frame.valid(); frame = u.next(frame) {
			name := u.srcFunc(frame).name()
			switch {
			case stringslite.HasPrefix(name, "runtime."):
			case stringslite.HasPrefix(name, "time."):
				called = name
			default:
				return !harrierIsStandard(name) &&
					(called == "" || called == "time.Now" || called == "time.now" || called == "time.Since" || called == "time.Until")
			}
		}
	}
	return false
}
