// The plan of a run, if there is one: what was decided beforehand. HARRIER_PLAN
// names a text file of numbers with commas, one entry a line:
//
//	0,n            how many entries follow; the first line
//	1,g,k,chosen   at its k-th point goroutine g lets goroutine chosen run next
//	2,g,k,case     at its k-th point goroutine g's select takes that case
//	3,g,k          at its k-th point goroutine g lets the next timer expire
//	8,g,n,h,m      before its n-th operation, or before it starts if n is 0,
//	               goroutine g is delayed until no other goroutine can run, or, if h
//	               is not 0, until goroutine h has begun its m-th operation
//	10,g,k,h,m     at g's k-th point goroutine h is back from its m-th call into the
//	               system or into C, which lasted, or from the wait in its m-th use
//	               of a descriptor (outside.go), if bit 30 of m is set
//	4,pc,n,case    the next preferred case of the select with n cases at pc
//	5,ms           how long a select waits for its preferred case
//	15,g,n,us      before its n-th reading of the clock goroutine g has computed for
//	               so many microseconds
//	16,g,n,kind,b  at its n-th use of a connection in memory, or of a context that a test can
//	               cancel, what fails for goroutine g: how,
//	               and after how many bytes or, of a short read, with how many (faults.go)
//	14,pc,ms       in a native run, how long a goroutine sleeps before its operation of
//	               package sync at pc
//	17             the run records values that the program hands on and accesses (details.go)
//	9,pc           accesses to memory that code at pc announces are scheduling points
//	13             each decision records all that it could have been
//	19,g,n,us      before its n-th operation goroutine g is late by so many microseconds, and
//	               then for as long as another goroutine can run
//	18,n,seed      the default order until n entries have decided and the goroutine that
//	               runs because of the last has begun an operation, then the strategy,
//	               which draws from this seed
//
// Goroutines are named as names.go says, the main one is 1. Entries 1 to 3, 8, 10,
// 15, 16 and 19 take effect in controlled runs, and go before what the strategy says.

package runtime

import (
	"internal/runtime/atomic"
	"unsafe"
)

// Kinds of entries, and of choices as they are recorded: all numbers of both.
// PlanText and ChoiceKind have the same.
const (
	harrierNextGoroutine = 1
	harrierSelectCase    = 2
	harrierTimerExpiry   = 3
	harrierPreference    = 4
	harrierPatience      = 5
	harrierDelay         = 8
	harrierAccessPoint   = 9
	harrierReturned      = 10 // also the choice that a goroutine is back from the environment
	harrierReturns       = 11 // the other half of an entry of kind 10, which no file has
	harrierContinues     = 12 // the other half of an entry of kind 8, which no file has
	harrierRecordAll     = 13 // each decision records all that it could have been
	harrierInjectedDelay = 14
	harrierComputation   = 15
	harrierFaultChoice   = 16 // a key has room for 31
	harrierRecordDetails = 17
	harrierStrategyFrom  = 18
	harrierLateness      = 19
)

// Kinds of choices that no plan can make.
const (
	harrierWatchdog        = 6  // a goroutine that gave way to no goroutine was stopped
	harrierMissed          = 7  // the goroutine that the plan has run could not
	harrierCandidateChoice = 13 // one of all that can run; the first is the one that does
	harrierReadyCase       = 14 // one of the cases that are ready; the first is taken
)

// harrierForcing is an entry of kinds 1 to 3, 8, 10, 15, 16 and 19, or the other half of one of
// kind 8 or 10; key 0 is a free place. Of the goroutine that is delayed, chosen is 0 when that
// is over; of the one that ends it, it is the key of the other.
type harrierForcing struct {
	key     uint64
	chosen  uint64
	name    uint64 // of the goroutine
	decided bool   // while the strategy is yet to begin
}

// harrierPreferredCase is an entry of kind 4. The preferences of one select are a ring.
type harrierPreferredCase struct {
	cases, chosen uint32
	next          *harrierPreferredCase
}

// harrierPlanSite is a select with preferred cases, or where goroutines are delayed; pc 0 is a
// free place.
type harrierPlanSite struct {
	pc    uint32
	delay uint32 // milliseconds
	last  *harrierPreferredCase
	now   atomic.Uintptr // *harrierPreferredCase, outside the heap
	kept  atomic.Uint32  // how many preferences were followed, or goroutines were delayed
}

// harrierMostPreferred is how many preferred cases one select has in a run: the ring begins
// again and again, and a loop whose ticker is always preferred would never see
// that it shall end.
const harrierMostPreferred = 1024

var (
	harrierForcings      *harrierForcing
	harrierSites         *harrierPlanSite
	harrierPlanMask      uint64 // places less one, of both tables
	harrierPlanLeft      uint64 // entries still to come: there is room for no more
	harrierAnyForcing    uint32
	harrierAnyPreference uint32
	harrierRecordsAll    uint32
	harrierPatienceFor   int64 = 500 * 1000 * 1000

	harrierBeforeStrategy uint64 // how many entries decide before the strategy does
)

// harrierDetails is 1 if the run records values.
//
//go:linkname harrierDetails
var harrierDetails uint32

// harrierTimesJumps is 1 if the run records when a timer fires, however short the jump of the clock.
var harrierTimesJumps uint32

//go:nosplit
func harrierMix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9
	x = (x ^ (x >> 27)) * 0x94d049bb133111eb
	return x ^ (x >> 31)
}

// harrierForcingKey is never 0.
func harrierForcingKey(kind, name, k uint64) uint64 {
	return harrierMix(name^harrierMix(k<<5|kind)) | 1
}

func harrierForcingAt(key uint64) *harrierForcing {
	for i := harrierPlanHash(key); ; i++ {
		e := (*harrierForcing)(add(unsafe.Pointer(harrierForcings), uintptr(i&harrierPlanMask)*unsafe.Sizeof(harrierForcing{})))
		if e.key == key || e.key == 0 {
			return e
		}
	}
}

func harrierSiteAt(pc uint32) *harrierPlanSite {
	for i := harrierPlanHash(uint64(pc)); ; i++ {
		e := (*harrierPlanSite)(add(unsafe.Pointer(harrierSites), uintptr(i&harrierPlanMask)*unsafe.Sizeof(harrierPlanSite{})))
		if e.pc == pc || e.pc == 0 {
			return e
		}
	}
}

func harrierPlanHash(x uint64) uint64 {
	x *= 0x9e3779b97f4a7c15
	return x ^ x>>32
}

// harrierPlanned is what the plan says about a point; ok is whether it says
// anything.
func harrierPlanned(kind, g, k uint64) (chosen uint64, ok bool) {
	if harrierAnyForcing == 0 {
		return 0, false
	}
	e := harrierForcingAt(harrierForcingKey(kind, g, k))
	if e.key != 0 && harrierBeforeStrategy != 0 && !e.decided && kind != harrierReturns && kind != harrierContinues {
		e.decided = true
		harrierBeforeStrategy--
	}
	return e.chosen, e.key != 0
}

// harrierReadPlan reads the file called path. A plan that can't be read is no
// plan: Harrier sees that nothing was chosen as it said.
func harrierReadPlan(path string) {
	var name [4096]byte
	if path == "" || len(path) >= len(name) {
		return
	}
	copy(name[:], path)
	fd := open(&name[0], 0, 0)
	if fd < 0 {
		return
	}
	var buf [512]byte
	var entry [5]uint64
	field := 0
	for {
		n := read(fd, noescape(unsafe.Pointer(&buf)), int32(len(buf)))
		if n <= 0 {
			break
		}
		for _, c := range buf[:n] {
			switch {
			case c >= '0' && c <= '9':
				entry[field] = entry[field]*10 + uint64(c-'0')
			case c == ',' && field < len(entry)-1:
				field++
			case c == '\n':
				harrierPlanEntry(&entry)
				entry = [5]uint64{}
				field = 0
			}
		}
	}
	closefd(fd)
}

func harrierPlanEntry(e *[5]uint64) {
	if e[0] != 0 {
		if harrierPlanLeft == 0 {
			return
		}
		harrierPlanLeft--
	}
	switch e[0] {
	case 0:
		if harrierPlanMask != 0 || e[1] == 0 {
			return
		}
		harrierPlanLeft = e[1]
		size := uint64(16)
		for size < 4*e[1] { // an entry of kind 8 or 10 takes two places
			size *= 2
		}
		harrierForcings = (*harrierForcing)(persistentalloc(uintptr(size)*unsafe.Sizeof(harrierForcing{}), 8, &memstats.other_sys))
		harrierSites = (*harrierPlanSite)(persistentalloc(uintptr(size)*unsafe.Sizeof(harrierPlanSite{}), 8, &memstats.other_sys))
		harrierPlanMask = size - 1
	case harrierNextGoroutine, harrierSelectCase, harrierTimerExpiry, harrierComputation:
		harrierForce(e[0], e[1], e[2], e[3])
	case harrierLateness:
		harrierForce(harrierLateness, e[1], e[2], e[3])
		harrierTimesJumps = 1
	case harrierFaultChoice:
		harrierForce(e[0], e[1], e[2], e[3]|e[4]<<8)
		harrierFaulty = 1
	case harrierDelay:
		key := harrierForce(harrierDelay, e[1], e[2], 1)
		if e[3] != 0 {
			harrierForce(harrierContinues, e[3], e[4], key)
		}
	case harrierReturned:
		harrierForceReturn(e[1], e[2], e[3], e[4])
	case harrierPreference:
		preferred := (*harrierPreferredCase)(persistentalloc(unsafe.Sizeof(harrierPreferredCase{}), 8, &memstats.other_sys))
		preferred.cases, preferred.chosen = uint32(e[2]), uint32(e[3])
		site := harrierSiteAt(uint32(e[1]))
		if site.last == nil {
			site.pc = uint32(e[1])
			preferred.next = preferred
			site.now.Store(uintptr(unsafe.Pointer(preferred)))
		} else {
			preferred.next = site.last.next
			site.last.next = preferred
		}
		site.last = preferred
		harrierAnyPreference = 1
	case harrierAccessPoint:
		harrierAddAccessPoint(uint32(e[1]))
	case harrierInjectedDelay:
		site := harrierSiteAt(uint32(e[1]))
		site.pc = uint32(e[1])
		site.delay = uint32(e[2])
		harrierPoints = 1
	case harrierRecordAll:
		harrierRecordsAll = 1
	case harrierRecordDetails:
		harrierDetails = 1
	case harrierStrategyFrom:
		harrierBeforeStrategy = e[1]
		harrierHold(e[2])
	case harrierPatience:
		harrierPatienceFor = int64(e[1]) * 1000 * 1000
	}
}

func harrierForce(kind, name, k, chosen uint64) (key uint64) {
	key = harrierForcingKey(kind, name, k)
	*harrierForcingAt(key) = harrierForcing{key: key, chosen: chosen, name: name}
	harrierAnyForcing = 1
	return
}

// harrierForceReturn takes an entry of kind 10 into the plan: those of one point are in
// the order in which they happened.
func harrierForceReturn(g, k, h, m uint64) {
	nth := uint64(0)
	for harrierForcingAt(harrierForcingKey(harrierReturned, g, k|nth<<32)).key != 0 {
		nth++
	}
	harrierForce(harrierReturned, g, k|nth<<32, h)
	harrierForce(harrierReturns, h, m, 1)
}

// harrierNextPreference is the preferred case of the select with that many cases at
// pc, -1 if there is none.
func harrierNextPreference(pc uint32, cases int) int {
	site := harrierSiteAt(pc)
	if pc == 0 || site.pc == 0 || site.kept.Load() >= harrierMostPreferred {
		return -1
	}
	site.kept.Add(1)
	for {
		now := site.now.Load()
		preferred := (*harrierPreferredCase)(unsafe.Pointer(now))
		if site.now.CompareAndSwap(now, uintptr(unsafe.Pointer(preferred.next))) {
			if preferred.cases != uint32(cases) {
				return -1
			}
			return int(preferred.chosen)
		}
	}
}
