// Connections in memory that fail because the run decides so: ../runtime/faults.go.
//
// A fault is what the network between two machines may do, and so both ends see it: a
// connection that is reset or closed is so for both. What was on its way to the end that
// sees it first is lost with a reset; a connection is closed only where nothing is.

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
)

// isWhole tells whether s is connected and all in memory.
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
		kinds = 1 << harrierFaultReset
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

// mayNotWrite has s fail where it writes if that is decided.
//
//go:norace
func (s *harrierSocket) mayNotWrite() {
	kinds := uint32(0)
	if s.isWhole() {
		kinds = 1 << harrierFaultReset
	}
	kind, _ := harrierFault(kinds, 0, s.sent)
	s.fails(kind)
}

// mayBeRefused tells whether a dial is, because that is decided.
//
//go:norace
func (s *harrierSocket) mayBeRefused() bool {
	kind, _ := harrierFault(1<<harrierFaultRefused, 0, 0)
	return kind == harrierFaultRefused
}

// fails parts the ends of a connection.
//
//go:norace
func (s *harrierSocket) fails(kind uint64) {
	if kind != harrierFaultReset && kind != harrierFaultClosed {
		return
	}
	peer := s.peer
	s.peer, peer.peer = nil, nil
	if kind == harrierFaultReset {
		s.input = harrierBuffer{limit: s.input.limit}
		s.reset()
		peer.reset()
	} else {
		s.ended, peer.ended = true, true
	}
	for _, end := range [...]*harrierSocket{s, peer} {
		end.ready('r')
		end.ready('w')
	}
}
