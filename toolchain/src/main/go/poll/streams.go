// Connections in memory: their two ends, and what is on its way between them.

package poll

import (
	"syscall"
	"unsafe"
)

// How much may be written that no goroutine has read. Linux lets some 2.5 MB be on their way
// over loopback, and 200 KB through a Unix socket.
const (
	harrierTCPBuffer  = 2560 << 10
	harrierUnixBuffer = 208 << 10
)

// harrierSocket is an end of a connection.
type harrierSocket struct {
	number        int
	pd            uintptr // of its FD; 0 before it is accepted
	family        int
	local, remote syscall.Sockaddr
	link          *harrierLink
	peer          *harrierSocket   // nil once the other end is closed
	dials         bool             // it is not connected yet
	blocked       bool             // because the listener's queue is full
	listener      *harrierListener // that it is to be connected to, or that has not accepted it
	next          *harrierSocket   // in the listener's queue

	input    harrierBuffer
	ended    bool          // nothing comes behind the input
	noReads  bool          // it was shut down
	noWrites bool          // it was shut down
	dead     bool          // it was reset
	resets   bool          // its close is a reset
	silent   bool          // nothing that is written arrives
	late     bool          // what it dials does not know it yet
	failure  syscall.Errno // what the next operation reports

	received, sent int // bytes
	lost           int // of those sent, by a silent connection

	options [24]harrierOption
	set     int          // how many options there are
	pair    *harrierPair // what is lent, or the connection itself if it has moved
	side    int          // 0 if it dialed, or else 1: of the pair
	moved   bool         // it is the kernel's connection from now on
}

// harrierLink is what both ends of a connection have in common: the object of the
// scheduling points of either, and of what orders a read behind a write.
type harrierLink struct{ listener *harrierListener }

type harrierOption struct{ level, name, value int }

// harrierBuffer has the bytes that were written and not read, in a ring.
type harrierBuffer struct {
	data     []byte
	start, n int
	limit    int
	full     bool // a writer waits for room
}

//go:linkname harrierMemmove runtime.memmove
//go:noescape
func harrierMemmove(to, from unsafe.Pointer, n uintptr)

// harrierCopy is copy, of which the race detector is not informed: a kernel's buffer is no
// memory of the program's. The directive norace is not for what the compiler makes a call.
//
//go:norace
func harrierCopy(to, from []byte) int {
	n := min(len(to), len(from))
	harrierMemmove(unsafe.Pointer(unsafe.SliceData(to)), unsafe.Pointer(unsafe.SliceData(from)), uintptr(n))
	return n
}

//go:norace
func (b *harrierBuffer) put(p []byte, limit int) int {
	n := min(len(p), limit-b.n)
	if n <= 0 {
		return 0
	}
	if b.n+n > len(b.data) {
		bigger := make([]byte, max(2*len(b.data), b.n+n, 512))
		b.n = b.take(bigger[:b.n])
		b.data, b.start = bigger, 0
	}
	at := (b.start + b.n) % len(b.data)
	harrierCopy(b.data, p[harrierCopy(b.data[at:], p[:n]):n])
	b.n += n
	return n
}

// take moves bytes to p. The count of those that are left is up to date when it returns,
// unless it makes the buffer bigger.
//
//go:norace
func (b *harrierBuffer) take(p []byte) int {
	n := min(len(p), b.n)
	if n == 0 {
		return 0
	}
	first := harrierCopy(p[:n], b.data[b.start:])
	harrierCopy(p[first:n], b.data)
	b.start = (b.start + n) % len(b.data)
	b.n -= n
	return n
}

// harrierSockets has the ends by their numbers.
var harrierSockets []*harrierSocket

//go:norace
func harrierSocketOf(fd int) *harrierSocket {
	if fd < harrierFirstSocket {
		return nil
	}
	return harrierSockets[fd-harrierFirstSocket]
}

//go:norace
func harrierNewSocket(family int) *harrierSocket {
	s := &harrierSocket{family: family, link: new(harrierLink)}
	s.input.limit = harrierTCPBuffer
	if family == syscall.AF_UNIX {
		s.input.limit = harrierUnixBuffer
	}
	free := 0
	for free < len(harrierSockets) && harrierSockets[free] != nil {
		free++
	}
	if free == len(harrierSockets) {
		bigger := make([]*harrierSocket, 2*free+16)
		for i, other := range harrierSockets {
			bigger[i] = other
		}
		harrierSockets = bigger
	}
	harrierSockets[free] = s
	s.number = harrierFirstSocket + free
	return s
}

//go:norace
func (s *harrierSocket) ready(mode int32) {
	if s.pd != 0 {
		harrierPollReady(s.pd, mode)
	}
}

//go:norace
func (s *harrierSocket) read(p []byte) (n int, err syscall.Errno) {
	if harrierFaulty != 0 {
		p = s.mayReadLess(p)
	}
	if n = s.input.take(p); n > 0 {
		s.received += n
		s.makesRoom()
		return n, 0
	}
	if s.failure != 0 && (!s.ended || s.family == syscall.AF_UNIX) {
		return 0, s.reports()
	}
	if s.ended || s.noReads {
		return 0, 0
	}
	return 0, syscall.EAGAIN
}

// makesRoom lets a writer continue that waits for it, if there is enough.
//
//go:norace
func (s *harrierSocket) makesRoom() {
	if s.input.full && s.input.n <= s.input.limit*2/3 {
		s.input.full = false
		if s.peer != nil {
			s.peer.ready('w')
		}
	}
}

// reports is the failure, once.
//
//go:norace
func (s *harrierSocket) reports() (err syscall.Errno) {
	err, s.failure, s.ended = s.failure, 0, true
	return
}

//go:norace
func (s *harrierSocket) write(p []byte) (n int, err syscall.Errno) {
	if harrierFaulty != 0 {
		if n = s.mayWriteLess(p); n > 0 {
			return n, 0
		}
	}
	unix := s.family == syscall.AF_UNIX
	peer := s.peer
	switch {
	case s.dials:
		return 0, syscall.ENOTCONN
	case s.failure != 0 && !unix:
		return 0, s.reports()
	case s.noWrites || s.dead || unix && !s.silent && (peer == nil || peer.noReads):
		return 0, syscall.EPIPE
	case s.silent:
		return s.writesInVain(len(p))
	case peer == nil:
		s.reset() // is the answer to this
		return len(p), 0
	}
	if n = peer.input.put(p, peer.input.limit); n > 0 {
		s.sent += n
		peer.ready('r')
	}
	if n < len(p) {
		peer.input.full = true
		if n == 0 {
			return 0, syscall.EAGAIN
		}
	}
	return n, 0
}

// writesInVain fills the buffer of an end whose peer does not answer.
//
//go:norace
func (s *harrierSocket) writesInVain(n int) (int, syscall.Errno) {
	limit := harrierTCPBuffer
	if s.family == syscall.AF_UNIX {
		limit = harrierUnixBuffer
	}
	n = min(n, limit-s.lost)
	if n <= 0 {
		return 0, syscall.EAGAIN
	}
	s.lost += n
	s.sent += n
	return n, 0
}

// reset is what happens to an end when the other one resets the connection.
//
//go:norace
func (s *harrierSocket) reset() {
	s.failure = syscall.ECONNRESET
	if s.ended && s.family != syscall.AF_UNIX {
		s.failure = syscall.EPIPE
	}
	s.dead = true
}

//go:norace
func (s *harrierSocket) shutdown(how int) syscall.Errno {
	if s.dead || s.peer == nil && !s.ended && !s.silent {
		return syscall.ENOTCONN
	}
	if how != syscall.SHUT_WR {
		s.noReads = true
		s.ready('r')
		if s.peer != nil && s.family == syscall.AF_UNIX {
			s.peer.ready('w')
		}
	}
	if how != syscall.SHUT_RD {
		s.noWrites = true
		s.ready('w')
		if s.peer != nil {
			s.peer.ended = true
			s.peer.ready('r')
		}
	}
	return 0
}

//go:norace
func (s *harrierSocket) close() {
	s.pd = 0
	if s.listener != nil {
		s.listener.forget(s)
	}
	if peer := s.peer; peer != nil {
		s.peer, peer.peer = nil, nil
		if s.resets || s.input.n > 0 {
			peer.reset()
		} else {
			peer.ended = true
		}
		peer.ready('r')
		peer.ready('w')
	}
	s.leavesPair()
	harrierSockets[s.number-harrierFirstSocket] = nil
}
