// Sleeping goroutines that nothing else can reach. A sleep waits for no object: what
// matters is the memory that the goroutine reads when it wakes. If neither that nor what leads
// to it is reached but from goroutines that only time wakes, nothing else changes it any more.
// Which memory a loop reads, the source says; here it is all that its frames lead to over
// three pointers.

package runtime

import (
	"internal/stringslite"
	"unsafe"
)

const (
	harrierApartHops  = 3       // mostHops in usages/stable.go
	harrierApartWords = 1 << 14 // to look at for one goroutine
)

// harrierLook looks at what frames lead to.
type harrierLook struct {
	words      int
	any, known bool // it leads somewhere; something else, too, leads there
}

// harrierIsApart is called with the world stopped. What it can't look at counts as known.
func harrierIsApart(gp *g) bool {
	look := harrierLook{words: harrierApartWords}
	systemstack(func() {
		users := false
		var u unwinder
		for u.initAt(^uintptr(0), ^uintptr(0), 0, gp, unwindSilentErrors); u.valid() && !look.known; u.next() {
			// The timer of a sleep is reached from the runtime's heap of timers.
			users = users || !harrierIsOfSleep(&u.frame)
			if users {
				look.frame(&u.frame)
			}
		}
	})
	return look.any && !look.known
}

func harrierIsOfSleep(frame *stkframe) bool {
	name := funcname(frame.fn)
	return name == "time.Sleep" || stringslite.HasPrefix(name, "runtime.")
}

// frame looks at the pointers that are live in it, as the collector does. In one that has
// variables whose address is taken every word counts.
func (look *harrierLook) frame(frame *stkframe) {
	locals, args, objects := frame.getStackMap(false)
	if len(objects) != 0 {
		look.at(frame.sp, frame.varp, harrierApartHops)
	} else {
		look.bits(frame.varp-uintptr(locals.n)*8, locals)
	}
	look.bits(frame.argp, args)
}

func (look *harrierLook) bits(from uintptr, live bitvector) {
	for i := uintptr(0); i < uintptr(live.n); i++ {
		if live.ptrbit(i) == 1 {
			look.at(from+i*8, from+i*8+8, harrierApartHops)
		}
	}
}

func (look *harrierLook) at(from, to uintptr, hops int) {
	for p := from; p < to && !look.known; p += 8 {
		if look.words--; look.words < 0 {
			look.known = true
			return
		}
		look.object(*(*uintptr)(unsafe.Pointer(p)), hops)
	}
}

func (look *harrierLook) object(addr uintptr, hops int) {
	s := spanOf(addr)
	if s == nil || s.state.get() != mSpanInUse || addr < s.base() || addr >= s.limit {
		return
	}
	index := s.objIndex(addr)
	if s.isFree(index) {
		return
	}
	look.any = true
	if s.markBitsForIndex(index).isMarked() {
		look.known = true
	} else if hops > 1 && !s.spanclass.noscan() {
		base := s.base() + index*s.elemsize
		look.at(base, base+s.elemsize, hops-1)
	}
}
