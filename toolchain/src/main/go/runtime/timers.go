// Timers: which goroutine set one, and what it starts when it fires. Both name the channel
// that the timer sends on or, if it runs a function instead, the timer itself.

package runtime

import (
	"internal/abi"
	"unsafe"
)

const (
	harrierChannelObject = 1
	harrierTimerObject   = 8
)

// harrierTimerSet is called before a timer of package time begins to run; arg
// is what its function will get.
//
//go:noinline
func harrierTimerSet(t *timer, arg any, made bool) {
	object := harrierTimerWord(t, arg)
	if object == 0 {
		return
	}
	kind := uint64(harrierTimerSetK)
	if made {
		kind |= harrierFlag1
	}
	harrierEmit1(kind, harrierStack(getg(), *(*uintptr)(unsafe.Pointer(getfp()))), object)
}

// harrierTimerWord is what names a timer of package time whose function gets arg; 0 if nothing
// does.
func harrierTimerWord(t *timer, arg any) uint64 {
	e := efaceOf(&arg)
	if e._type == nil {
		return 0
	}
	switch e._type.Kind() {
	case abi.Chan:
		return uint64(uintptr(e.data)) | harrierChannelObject<<48
	case abi.Func:
		return uint64(uintptr(unsafe.Pointer(t))) | harrierTimerObject<<48
	}
	return 0
}

// harrierFired records that a timer of the user's fires; sleeps are recorded by the
// sleeper's own records. What a function of time.AfterFunc starts a goroutine
// for is known to the thread until it has done so.
func harrierFired(t *timer, arg any) {
	switch a := arg.(type) {
	case *g:
	case *hchan:
		harrierEmit1(harrierTimer, 0, uint64(uintptr(unsafe.Pointer(a))))
	case func():
		getg().m.harrierTimer = uintptr(unsafe.Pointer(t))
		harrierEmit1(harrierTimer, 0, 0)
	default:
		if !t.isChan {
			harrierEmit1(harrierTimer, 0, 0)
		}
	}
}
