// Panics, fatal errors, and the end of the process.

package runtime

import (
	"internal/stringslite"
	"unsafe"
)

// harrierText is what can be recorded of a panic value without running a method of
// the user's.
func harrierText(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case plainError:
		return string(v)
	case errorString:
		return string(v)
	}
	return harrierBubbleText(v)
}

//go:noinline
func harrierPanicked(v any) {
	if harrierInternal(getg()) {
		return
	}
	if harrierAtPanic != nil {
		harrierAtPanic(false)
	}
	stack := harrierStack(getg(), *(*uintptr)(unsafe.Pointer(getfp())))
	harrierEmitText(harrierPanic, stack, 0, 0, 0, harrierText(v))
}

// harrierRecovers is called by gorecover when it stops a panic: what the
// program or a framework recovers is in the trace like any other.
//
//go:noinline
func harrierRecovers() {
	gp := getg()
	if !harrierInternal(gp) {
		if harrierAtPanic != nil {
			harrierAtPanic(true)
		}
		harrierEmit0(harrierRecovered, harrierStack(gp, *(*uintptr)(unsafe.Pointer(getfp()))))
	}
}

// harrierDying is called on the system stack when nothing can stop a panic any
// more.
func harrierDying(p *_panic) {
	if p == nil {
		return
	}
	// preprintpanics has turned errors and Stringers into strings, but a value
	// that was panicked again only where it was panicked first.
	for p.link != nil {
		switch p.arg.(type) {
		case error, stringer:
			p = p.link
			continue
		}
		break
	}
	if harrierAtFailure != nil {
		harrierAtFailure()
	}
	harrierCrash(harrierText(p.arg))
}

// harrierFatal is called by fatal and throw on the system stack, possibly
// without a P.
func harrierFatal(s string) {
	if stringslite.HasPrefix(s, "all goroutines are asleep") || stringslite.HasPrefix(s, "no goroutines (main called") {
		harrierWriteEnd(s, 0, harrierAtDeadlock)
	} else {
		harrierCrash(s)
	}
}

func harrierCrash(s string) {
	stack := uint32(0)
	if gp := getg().m.curg; gp != nil && gp != getg() {
		stack = harrierStack(gp, gp.sched.bp) // where it entered the system stack
	}
	harrierWriteEnd(s, stack, harrierAtCrash)
}

func harrierWriteEnd(s string, stack, reason uint32) {
	harrierEmitText(harrierPanic|harrierFlag1, stack, 0, 0, 0, s)
	harrierCheckpoint(reason, 0)
	harrierStop(harrierStateEnded, 2)
}

// harrierInternal reports whether gp is in a state in which a hook had better
// not look at it.
func harrierInternal(gp *g) bool { return gp.m.mallocing != 0 || gp != gp.m.curg }

// harrierAnyOther reports whether the program has another goroutine than me.
func harrierAnyOther(me *g) (any bool) {
	harrierEachG(func(gp *g) {
		any = any || gp != me && !gp.harrierSystem && readgstatus(gp)&^_Gscan != _Gdead
	})
	return
}

// harrierExiting is called before the exit hooks, on main's return or by
// os.Exit. A test, or a goroutine of one, that exits with a status fails so.
//
//go:noinline
func harrierExiting(code int) {
	gp := getg()
	if code != 0 && gp == gp.m.curg && gp.harrierTest != 0 {
		harrierEmit1(harrierTestFailK, harrierStack(gp, *(*uintptr)(unsafe.Pointer(getfp()))), uint64(gp.harrierTest))
	}
	if gp == gp.m.curg {
		harrierSettle(0, 50*1000*1000)
		if harrierAnyOther(gp) || harrierAnyHeld() {
			harrierFindApart()
			harrierFindPolls()
			harrierShowsPolls = true
		}
		harrierCheckpoint(harrierAtProcessEnd, 0)
		harrierShowsPolls = false
	}
	harrierEmit0(harrierEnd, uint32(code))
	harrierStop(harrierStateEnded, uint32(code))
}
