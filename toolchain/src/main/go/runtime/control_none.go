// Before Go 1.26 runs can't be controlled. These are the names that the other
// hooks refer to.

package runtime

import "unsafe"

const (
	harrierForking     = false
	harrierBeforeTests = false
)

//go:linkname harrierTestsAt
func harrierTestsAt() string { return "" }

//go:linkname harrierSerial
var harrierSerial uint32

func harrierEnroll(gp, parent *g) {}

func harrierEnrollMain(*g) {}

var harrierCounted uint64

//go:nosplit
func harrierTimestamp() uint64 { return uint64(cputicks()) }

//go:linkname harrierSchedulingPoint
//go:noinline
func harrierSchedulingPoint(unsafe.Pointer) { harrierInjectDelay() }

//go:linkname harrierNoteFailedPoll
func harrierNoteFailedPoll() {}

func harrierAddAccessPoint(uint32) {}

func harrierHold(uint64) {}

func harrierTakeAlarm(*timeTimer) {}

func harrierPutOffAlarm(int64) {}

func harrierOtherIsReady(*g) bool { return false }

func harrierOutsideWaiters() uint32 { return netpollWaiters.Load() }

//go:linkname harrierFaulty
var harrierFaulty uint32

//go:linkname harrierFault
func harrierFault(uint32, int, int) (kind, bytes uint64) { return 0, 0 }

//go:linkname harrierCalledByTest
func harrierCalledByTest() bool { return false }
