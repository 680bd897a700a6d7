// Descriptors of the network in memory (../poll/memory.go), as the poller sees them.
//
// An end of a connection in memory has no descriptor of the kernel's, and nothing that
// happens outside the process makes it ready: a goroutine that waits for one waits for
// another goroutine. So does one that waits for a listener, as long as the program has
// started no process that could dial it, although a listener is one of the kernel's as
// well; for a datagram, as long as the program has sent none through the kernel either;
// and for a pipe of whose descriptors none has been asked for.

package runtime

import "unsafe"

// What a goroutine that waits for a descriptor waits for.
const (
	harrierKernel   = iota // the environment
	harrierMemory          // an end of a connection in memory
	harrierListener        // a listener that is dialed in memory and through the kernel
	harrierMailbox         // a socket for datagrams, from memory and through the kernel
	harrierPipe            // an end of a pipe that is read and written in memory
	harrierPlacesOfIO
)

// harrierFirstSocket is the number of the first end in memory; see ../poll/memory.go.
const harrierFirstSocket = 1 << 28

// harrierNetwork is 1 if connections inside the process are carried in memory.
//
//go:linkname harrierNetwork
var harrierNetwork uint32

// harrierAwaiting is how many goroutines wait in each place, but for the first one.
var harrierAwaiting [harrierPlacesOfIO]uint32

// harrierPosted is 1 if the program has sent a datagram through the kernel.
//
//go:linkname harrierPosted
var harrierPosted uint32

// harrierUseDescriptor is harrierUse of a connection, a listener, a pipe or a file; how says
// what it is and which way it is used (../poll/memory.go).
//
//go:linkname harrierUseDescriptor
func harrierUseDescriptor(object uintptr, how uint8) {
	gp := harrierAtPoint()
	if gp == nil {
		return
	}
	gp.harrierDescriptor = how
	harrierDecideOf(gp, object, harrierDescribed, harrierProgramAbove(gp, getfp()))
}

// harrierPolledWaiters is how many goroutines wait for what the poller may report.
func harrierPolledWaiters() uint32 {
	return netpollWaiters.Load() - harrierAwaiting[harrierMemory] - harrierAwaiting[harrierPipe]
}

// harrierOutsideWaiters is how many goroutines wait for what the environment may do.
func harrierOutsideWaiters() uint32 {
	outside := harrierPolledWaiters()
	if !harrierForked {
		outside -= harrierAwaiting[harrierListener]
		if harrierPosted == 0 {
			outside -= harrierAwaiting[harrierMailbox]
		}
	}
	return outside
}

// harrierPollOpen is netpollopen for descriptors of the kernel.
func harrierPollOpen(fd uintptr, pd *pollDesc) uintptr {
	pd.harrierPlace, pd.harrierEvent = harrierKernel, false
	if harrierNetwork != 0 && fd >= harrierFirstSocket {
		pd.harrierPlace = harrierMemory
		return 0
	}
	return netpollopen(fd, pd)
}

// harrierPollClose is netpollclose for descriptors of the kernel.
func harrierPollClose(pd *pollDesc) {
	if pd.harrierPlace != harrierMemory {
		netpollclose(pd.fd)
	}
}

// harrierPollCommit is netpollblockcommit for a wait at pd.
func harrierPollCommit(pd *pollDesc) func(*g, unsafe.Pointer) bool {
	switch pd.harrierPlace {
	case harrierMemory:
		return harrierCommitMemory
	case harrierListener:
		return harrierCommitListener
	case harrierMailbox:
		return harrierCommitMailbox
	case harrierPipe:
		return harrierCommitPipe
	}
	return netpollblockcommit
}

func harrierCommitMemory(gp *g, gpp unsafe.Pointer) bool {
	return harrierCommitWait(gp, gpp, harrierMemory)
}

func harrierCommitListener(gp *g, gpp unsafe.Pointer) bool {
	return harrierCommitWait(gp, gpp, harrierListener)
}

func harrierCommitMailbox(gp *g, gpp unsafe.Pointer) bool {
	return harrierCommitWait(gp, gpp, harrierMailbox)
}

func harrierCommitPipe(gp *g, gpp unsafe.Pointer) bool {
	return harrierCommitWait(gp, gpp, harrierPipe)
}

func harrierCommitWait(gp *g, gpp unsafe.Pointer, place uint8) bool {
	if !netpollblockcommit(gp, gpp) {
		return false
	}
	harrierAwaiting[place]++
	return true
}

// harrierPollWaited is called when a goroutine waits at pd no longer.
func harrierPollWaited(pd *pollDesc) {
	if pd.harrierPlace != harrierKernel {
		harrierAwaiting[pd.harrierPlace]--
	}
}

// harrierPollReady has the goroutine that waits for pd look again.
//
//go:linkname harrierPollReady
func harrierPollReady(pd *pollDesc, mode int32) {
	delta := int32(0)
	if gp := netpollunblock(pd, mode, true, &delta); gp != nil {
		netpollAdjustWaiters(delta)
		goready(gp, 1)
	}
}

// harrierPollPlaces says what a goroutine that waits for pd waits for from now on.
//
//go:linkname harrierPollPlaces
func harrierPollPlaces(pd *pollDesc, place uint8) {
	for _, waiting := range [...]uintptr{pd.rg.Load(), pd.wg.Load()} {
		if waiting > pdWait {
			harrierAwaiting[pd.harrierPlace]--
			harrierAwaiting[place]++
		}
	}
	pd.harrierPlace = place
}

// harrierPollAsks reports whether the kernel may have a connection for a listener, or a
// datagram.
//
//go:linkname harrierPollAsks
func harrierPollAsks(pd *pollDesc) bool { return harrierForked || pd.harrierEvent }

// harrierPollEmpty is called when it had none.
//
//go:linkname harrierPollEmpty
func harrierPollEmpty(pd *pollDesc) { pd.harrierEvent = false }

// harrierPollArrives is called when the kernel has something to read for pd.
//
//go:linkname harrierPollArrives
func harrierPollArrives(pd *pollDesc) {
	pd.harrierEvent = true
	harrierPollReady(pd, 'r')
}

// harrierPollMoves makes pd that of a descriptor of the kernel's.
//
//go:linkname harrierPollMoves
func harrierPollMoves(pd *pollDesc, fd uintptr) int {
	harrierPollPlaces(pd, harrierKernel)
	pd.fd = fd
	errno := netpollopen(fd, pd)
	harrierPollReady(pd, 'r')
	harrierPollReady(pd, 'w')
	return int(errno)
}

// harrierCallLater calls f with arg after some time, on the stack of the scheduler.
//
//go:linkname harrierCallLater
func harrierCallLater(ns int64, f func(arg any, seq uintptr, delta int64), arg any) {
	t := new(timer)
	t.init(f, arg)
	t.reset(nanotime()+ns, 0)
}
