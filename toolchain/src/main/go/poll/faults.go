// Connections in memory that fail because the run decides so: ../runtime/faults.go.
//
// A fault is what the network between two machines may do, and so both ends see it: a
// connection that is reset or closed is so for both. What was on its way to the end that
// sees it first is lost with a reset; a connection is closed only where nothing is. A write
// that is cut off arrives in part, and then the connection ends. One
// that falls silent stays so until both ends give up, as by the probes that package net asks
// the kernel for. Over a Unix socket nothing gives up: what is silent there is a process that
// is stopped, or has too much to do, and it is killed after the same time.
//
// Files fail where they are written or synchronized: the disk is full, or broken.

package poll

import "syscall"

//go:linkname harrierFaulty runtime.harrierFaulty
var harrierFaulty uint32

//go:linkname harrierFault runtime.harrierFault
func harrierFault(kinds uint32, available, passed int) (kind, bytes uint64)

const (
	harrierFaultReset   = 1
	harrierFaultClosed  = 2
	harrierFaultShort   = 3
	harrierFaultRefused = 4
	harrierFaultSilent  = 6
	harrierFaultAccept  = 7
	harrierFaultLate    = 8
	harrierFaultLost    = 9
	harrierFaultDoubled = 10
	harrierFaultEarly   = 11
	harrierFaultCut     = 12
	harrierFaultFull    = 13
	harrierFaultBroken  = 14

	// harrierParts are the faults that part the ends of a connection whenever it is used.
	harrierParts = 1<<harrierFaultReset | 1<<harrierFaultSilent
)

const (
	harrierSecond = 1000 * 1000 * 1000

	// harrierSilence is for how long an end of a silent connection waits: 15 seconds, and
	// for nine probes 15 more each.
	harrierSilence = 150 * harrierSecond
)

//go:linkname harrierCallLater runtime.harrierCallLater
func harrierCallLater(ns int64, f func(arg any, seq uintptr, delta int64), arg any)

// isWhole reports whether s is connected and all in memory.
//
//go:norace
func (s *harrierSocket) isWhole() bool {
	return s.peer != nil && s.pair == nil && !s.ended && !s.dead
}

// mayReadLess has s fail where it reads if that is decided, and gives what a read has of p.
//
//go:norace
func (s *harrierSocket) mayReadLess(p []byte) []byte {
	available := min(len(p), s.input.n)
	kinds := uint32(0)
	if s.isWhole() {
		kinds = harrierParts
		if s.input.n == 0 {
			kinds |= 1 << harrierFaultClosed
		}
	}
	if available > 1 {
		kinds |= 1 << harrierFaultShort
	}
	kind, bytes := harrierFault(kinds, available, s.received)
	if kind == harrierFaultShort {
		return p[:bytes]
	}
	s.fails(kind)
	return p
}

// mayWriteLess has s fail where it writes p if that is decided. The result is how much of it
// was written before the connection ended; 0 if the write is as any other.
//
//go:norace
func (s *harrierSocket) mayWriteLess(p []byte) (n int) {
	kinds := uint32(0)
	if s.isWhole() {
		kinds = harrierParts
		if len(p) > 1 {
			kinds |= 1 << harrierFaultCut
		}
	}
	kind, bytes := harrierFault(kinds, len(p), s.sent)
	if kind == harrierFaultCut {
		n = s.peer.input.put(p[:bytes], s.peer.input.limit)
		s.sent += n
	}
	s.fails(kind)
	return
}

// mayDialLate is what happens to a dial because that is decided.
//
//go:norace
func (s *harrierSocket) mayDialLate() syscall.Errno {
	kinds := uint32(1 << harrierFaultRefused)
	if s.family != syscall.AF_UNIX {
		kinds |= 1 << harrierFaultLate
	}
	switch kind, seconds := harrierFault(kinds, 0, 0); kind {
	case harrierFaultRefused:
		return syscall.ECONNREFUSED
	case harrierFaultLate:
		s.late = true
		harrierCallLater(int64(seconds)*harrierSecond, harrierArrives, s)
		return syscall.EINPROGRESS
	}
	return 0
}

// harrierArrives has a late dial continue.
//
//go:norace
func harrierArrives(arg any, _ uintptr, _ int64) {
	s := arg.(*harrierSocket)
	s.late = false
	s.ready('w')
}

// mayNotAccept reports whether an accept fails, because that is decided.
//
//go:norace
func (l *harrierListener) mayNotAccept() bool {
	if l.first == nil {
		return false
	}
	kind, _ := harrierFault(1<<harrierFaultAccept, 0, 0)
	return kind == harrierFaultAccept
}

// mayComeAmiss puts a datagram into the mailbox, or does otherwise because that is decided.
//
//go:norace
func (m *harrierMailbox) mayComeAmiss(d *harrierDatagram) {
	kinds := uint32(0)
	if m.family != syscall.AF_UNIX {
		kinds = 1<<harrierFaultLost | 1<<harrierFaultDoubled
		if m.first != nil {
			kinds |= 1 << harrierFaultEarly
		}
	}
	switch kind, _ := harrierFault(kinds, 0, 0); kind {
	case harrierFaultLost:
	case harrierFaultDoubled:
		m.put(d)
		again := *d
		m.put(&again)
	case harrierFaultEarly:
		m.putFirst(d)
	default:
		m.put(d)
	}
}

// mayRelayAmiss is how often the kernel sends a datagram to a socket of the process. It is never
// early: those that wait to be read are the kernel's.
//
//go:norace
func (m *harrierMailbox) mayRelayAmiss(to *harrierAddress) int {
	if to == nil {
		to = &m.peer
	}
	if m.hidden || m.family == syscall.AF_UNIX || harrierForked || harrierPosted != 0 {
		return 1
	}
	address := to.local()
	if box, sure := harrierMailboxAt(m.family, address, m.source(address)); box == nil || !sure || box.hidden {
		return 1
	}
	switch kind, _ := harrierFault(1<<harrierFaultLost|1<<harrierFaultDoubled, 0, 0); kind {
	case harrierFaultLost:
		return 0
	case harrierFaultDoubled:
		return 2
	}
	return 1
}

// fails parts the ends of a connection.
//
//go:norace
func (s *harrierSocket) fails(kind uint64) {
	switch kind {
	case harrierFaultReset, harrierFaultClosed, harrierFaultSilent, harrierFaultCut:
	default:
		return
	}
	peer := s.peer
	s.peer, peer.peer = nil, nil
	switch kind {
	case harrierFaultReset:
		s.input = harrierBuffer{limit: s.input.limit}
		s.reset()
		peer.reset()
	case harrierFaultClosed:
		s.ended, peer.ended = true, true
	case harrierFaultCut:
		s.reset()
		peer.ended = true
	case harrierFaultSilent:
		for _, end := range [...]*harrierSocket{s, peer} {
			end.silent = true
			harrierCallLater(harrierSilence, harrierGivesUp, end)
		}
		return
	}
	for _, end := range [...]*harrierSocket{s, peer} {
		end.ready('r')
		end.ready('w')
	}
}

// harrierGivesUp ends the wait of an end of a silent connection.
//
//go:norace
func harrierGivesUp(arg any, _ uintptr, _ int64) {
	s := arg.(*harrierSocket)
	if s.silent = false; s.family == syscall.AF_UNIX {
		s.reset()
	} else {
		s.dead, s.failure = true, syscall.ETIMEDOUT
	}
	s.ready('r')
	s.ready('w')
}

// harrierIsRegular reports whether fd is a file that is on a disk, and not a standard one.
//
//go:norace
func (fd *FD) harrierIsRegular() bool {
	if !fd.isFile || fd.Sysfd <= harrierStandard || fd.harrierPipe != nil {
		return false
	}
	var stat syscall.Stat_t
	return syscall.Fstat(fd.Sysfd, &stat) == nil && stat.Mode&syscall.S_IFMT == syscall.S_IFREG
}

// harrierFileFails is what fails, because that is decided, where a file is about to have p
// written or to be synchronized, and how much of p is to be written before.
//
//go:norace
func (fd *FD) harrierFileFails(p []byte, kinds uint32) (written int, err error) {
	if harrierFaulty == 0 || !fd.harrierIsRegular() {
		return 0, nil
	}
	switch kind, bytes := harrierFault(kinds, len(p), 0); kind {
	case harrierFaultFull:
		return int(bytes), syscall.ENOSPC
	case harrierFaultBroken:
		return 0, syscall.EIO
	}
	return 0, nil
}

// harrierWritesFile writes p to a file by write, or a part of it where that is decided, and
// then fails.
func (fd *FD) harrierWritesFile(p []byte, write func(p []byte) (int, error)) (int, error) {
	part, fails := fd.harrierFileFails(p, 1<<harrierFaultFull|1<<harrierFaultBroken)
	if fails == nil {
		return write(p)
	}
	if part == 0 {
		return -1, fails
	}
	n, err := write(p[:part])
	if err == nil {
		err = fails
	}
	return n, err
}

// harrierWriteFile is syscall.Write of a descriptor of the kernel's.
func (fd *FD) harrierWriteFile(p []byte, kernel int) (int, error) {
	return fd.harrierWritesFile(p, func(p []byte) (int, error) { return ignoringEINTRIO(syscall.Write, kernel, p) })
}

// harrierPwrite is syscall.Pwrite.
func (fd *FD) harrierPwrite(p []byte, offset int64) (int, error) {
	return fd.harrierWritesFile(p, func(p []byte) (int, error) { return syscall.Pwrite(fd.Sysfd, p, offset) })
}

// harrierFsync is fsync, which is syscall.Fsync.
func (fd *FD) harrierFsync(fsync func(int) error) error {
	if _, err := fd.harrierFileFails(nil, 1<<harrierFaultBroken); err != nil {
		return err
	}
	return fsync(fd.Sysfd)
}
