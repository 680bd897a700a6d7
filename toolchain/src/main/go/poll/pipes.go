// Pipes whose both ends are in this process and used only as files.
//
// Their descriptors are the kernel's. What is written stays here until one of them is asked
// for, or closed: then the kernel's pipe gets it, and both ends are the kernel's for good.

package poll

import (
	"internal/race"
	"internal/syscall/unix"
	"syscall"
	"unsafe"
)

const (
	harrierPipeSize = 1032 // F_GETPIPE_SZ
	harrierAtomic   = 4096 // PIPE_BUF: so much is written at once, or not at all
)

// harrierPipe is a pipe; its reader has place 0.
type harrierPipe struct {
	buffer harrierBuffer
	pds    [2]uintptr
	writer int // the descriptor
	left   bool
}

// HarrierPipe is called when a pipe has been made.
//
//go:norace
func HarrierPipe(r, w *FD) {
	if harrierNetwork == 0 || r.pd.runtimeCtx == 0 || w.pd.runtimeCtx == 0 {
		return
	}
	size, err := unix.Fcntl(w.Sysfd, harrierPipeSize, 0)
	if err != nil || size < harrierAtomic {
		return
	}
	p := &harrierPipe{buffer: harrierBuffer{limit: size}, writer: w.Sysfd}
	for i, fd := range [...]*FD{r, w} {
		fd.harrierPipe, p.pds[i] = p, fd.pd.runtimeCtx
		harrierPollPlaces(p.pds[i], harrierPlacePipe)
	}
}

// leaves makes the pipe the kernel's.
//
//go:norace
func (p *harrierPipe) leaves() {
	if p.left {
		return
	}
	p.left = true
	rest := make([]byte, p.buffer.n)
	p.buffer.take(rest)
	if race.Enabled && len(rest) > 0 {
		race.Acquire(unsafe.Pointer(p)) // the Write below releases it to the kernel's readers
	}
	for len(rest) > 0 {
		n, err := syscall.Write(p.writer, rest)
		if n <= 0 && err != syscall.EINTR {
			break
		}
		rest = rest[max(n, 0):]
	}
	for i, mode := range [...]int32{'r', 'w'} {
		if pd := p.pds[i]; pd != 0 {
			harrierPollPlaces(pd, harrierPlaceKernel)
			harrierPollReady(pd, mode)
		}
	}
}

// closes is called when the poller has forgotten fd, an end that is about to be closed.
//
//go:norace
func (p *harrierPipe) closes(fd int) {
	if fd == p.writer {
		p.pds[1] = 0
	} else {
		p.pds[0] = 0
	}
	p.leaves()
}

//go:norace
func (p *harrierPipe) read(to []byte) (int, syscall.Errno) {
	n := p.buffer.take(to)
	if n == 0 {
		return -1, syscall.EAGAIN
	}
	if p.buffer.full {
		p.buffer.full = false
		harrierPollReady(p.pds[1], 'w')
	}
	return n, 0
}

//go:norace
func (p *harrierPipe) write(from []byte) (int, syscall.Errno) {
	n := 0
	if len(from) > harrierAtomic || len(from) <= p.buffer.limit-p.buffer.n {
		n = p.buffer.put(from, p.buffer.limit)
	}
	p.buffer.full = p.buffer.full || n < len(from)
	if n > 0 {
		harrierPollReady(p.pds[0], 'r')
	} else if len(from) > 0 {
		return -1, syscall.EAGAIN
	}
	return n, 0
}

// harrierReadPipe is syscall.Read of a pipe in memory.
func (fd *FD) harrierReadPipe(p []byte) (int, error) {
	n, err := fd.harrierPipe.read(p)
	if race.Enabled && n > 0 {
		race.WriteRange(unsafe.Pointer(&p[0]), n)
		race.Acquire(unsafe.Pointer(fd.harrierPipe))
	}
	return n, harrierErr(err)
}

// harrierWritePipe is syscall.Write of one.
func (fd *FD) harrierWritePipe(p []byte) (int, error) {
	if race.Enabled {
		race.ReleaseMerge(unsafe.Pointer(fd.harrierPipe))
	}
	n, err := fd.harrierPipe.write(p)
	if race.Enabled && n > 0 {
		race.ReadRange(unsafe.Pointer(&p[0]), n)
	}
	return n, harrierErr(err)
}

// HarrierLeaves is called when code asks for a descriptor that is one of the kernel's already.
func (fd *FD) HarrierLeaves() {
	if fd.harrierPipe != nil {
		fd.harrierPipe.leaves()
	} else if fd.harrierMailbox != nil {
		fd.harrierMailbox.leaves()
	}
}
