// Descriptors of the kernel's for connections in memory: lent to code that asks for one, or
// the connection itself from then on.

package poll

import "syscall"

// harrierPair is a connection of the kernel's: its ends are for those of a connection in
// memory, first for the one that dialed. The second one is -1 if that is not connected yet.
type harrierPair struct {
	fds  [2]int
	left bool // one of the ends is closed
}

// lend puts what s could read into a connection of the kernel's. The result is -1 if there
// can be none.
//
//go:norace
func (s *harrierSocket) lend() int {
	if !s.hasPair() {
		return -1
	}
	if other := s.pair.fds[1-s.side]; other >= 0 {
		s.feed(other)
	}
	return s.pair.fds[s.side]
}

// feed reports whether all that s could read fits into the kernel's buffers.
//
//go:norace
func (s *harrierSocket) feed(other int) bool {
	piece := make([]byte, 4096)
	for s.input.n > 0 {
		n := s.input.take(piece)
		if wrote, _ := syscall.Write(other, piece[:n]); wrote < n {
			s.input.putBack(piece[max(wrote, 0):n])
			return false
		}
	}
	if s.ended {
		syscall.Shutdown(other, syscall.SHUT_WR)
	}
	return true
}

// takeBack takes from the connection what is left of what was put into it, and gives the
// other end what was written to it.
//
//go:norace
func (s *harrierSocket) takeBack() {
	if s.pair == nil || s.pair.fds[1-s.side] < 0 {
		return
	}
	left, _ := harrierDrain(s.pair.fds[s.side])
	s.input.putBack(left)
	s.makesRoom()
	written, ended := harrierDrain(s.pair.fds[1-s.side])
	if s.peer != nil && len(written) > 0 {
		s.peer.input.put(written, s.peer.input.n+len(written))
		s.peer.ready('r')
	}
	if ended && !s.noWrites {
		s.shutdown(syscall.SHUT_WR)
	}
}

// harrierDrain reads the data that has arrived.
//
//go:norace
func harrierDrain(fd int) (data []byte, ended bool) {
	piece := make([]byte, 4096)
	for {
		n, err := syscall.Read(fd, piece)
		if n <= 0 {
			return data, n == 0 && err == nil
		}
		more := make([]byte, len(data)+n)
		harrierCopy(more[harrierCopy(more, data):], piece[:n])
		data = more
	}
}

// putBack puts p in front of what is in the buffer.
//
//go:norace
func (b *harrierBuffer) putBack(p []byte) {
	if len(p) == 0 {
		return
	}
	rest := make([]byte, b.n)
	b.take(rest)
	b.put(p, len(p))
	b.put(rest, len(p)+len(rest))
}

// hasPair makes a connection of the kernel's for s, or for now only the end of one.
//
//go:norace
func (s *harrierSocket) hasPair() bool {
	if s.pair == nil {
		s.pair = &harrierPair{fds: [2]int{-1, -1}, left: s.peer == nil && !s.dials}
	}
	p := s.pair
	if p.fds[1] >= 0 || s.dials && p.fds[0] >= 0 {
		return true
	}
	var err error
	switch {
	case !s.dials && s.family == syscall.AF_UNIX:
		if p.fds[0] >= 0 {
			syscall.Close(p.fds[0])
		}
		if p.fds, err = syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC|syscall.SOCK_NONBLOCK, 0); err != nil {
			p.fds = [2]int{-1, -1}
			return false
		}
	default:
		if p.fds[0] < 0 {
			if p.fds[0], err = syscall.Socket(s.family, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0); err != nil {
				p.fds[0] = -1
				return false
			}
		}
		if !s.dials && !s.connects() {
			return false
		}
	}
	s.applyOptions()
	if peer := s.peer; peer != nil {
		if peer.pair != nil && peer.pair != p {
			syscall.Close(peer.pair.fds[0])
		}
		peer.pair = p
		peer.applyOptions()
	}
	return true
}

// applyOptions has the kernel know what was set.
//
//go:norace
func (s *harrierSocket) applyOptions() {
	for _, o := range s.options[:s.set] {
		syscall.SetsockoptInt(s.pair.fds[s.side], o.level, o.name, o.value)
	}
}

// connects connects the first descriptor with a new one: by the listener that the
// connection is of, so that both have its addresses, or else by another one.
//
//go:norace
func (s *harrierSocket) connects() bool {
	p, dialer := s.pair, s.local
	if s.side == 1 {
		dialer = s.remote
	}
	if l := s.link.listener; l.open && !harrierPollAsks(l.pd) && syscall.Bind(p.fds[0], dialer) == nil {
		if p.connect(l.fd) {
			return true
		}
	}
	listener, err := syscall.Socket(s.family, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return false
	}
	defer syscall.Close(listener)
	any := harrierAddress{ip: [16]byte{15: 1}}
	if s.family == syscall.AF_INET {
		any.ip = [16]byte{10: 0xff, 11: 0xff, 12: 127, 15: 1}
	}
	return syscall.Bind(listener, any.sockaddr(s.family)) == nil && syscall.Listen(listener, 1) == nil && p.connect(listener)
}

//go:norace
func (p *harrierPair) connect(listener int) bool {
	at, err := syscall.Getsockname(listener)
	if err != nil || syscall.Connect(p.fds[0], at) != nil {
		return false
	}
	if p.fds[1], _, err = syscall.Accept4(listener, syscall.SOCK_CLOEXEC|syscall.SOCK_NONBLOCK); err != nil {
		p.fds[1] = -1
		return false
	}
	return syscall.SetNonblock(p.fds[0], true) == nil
}

// leavesPair closes the descriptors that only s has used.
//
//go:norace
func (s *harrierSocket) leavesPair() {
	p := s.pair
	switch {
	case p == nil:
	case s.moved:
		if s.resets {
			syscall.SetsockoptLinger(p.fds[s.side], syscall.SOL_SOCKET, syscall.SO_LINGER, &syscall.Linger{Onoff: 1})
		}
		syscall.Close(p.fds[s.side])
	case p.left || p.fds[1] < 0:
		for _, fd := range p.fds {
			if fd >= 0 {
				syscall.Close(fd)
			}
		}
	default:
		p.left = true
	}
}

// harrierMoves makes the connection one of the kernel's for good.
//
//go:norace
func (fd *FD) harrierMoves() error {
	s := harrierSocketOf(fd.Sysfd)
	if s == nil {
		return nil
	}
	if !s.moved {
		if !s.hasPair() || s.pair.fds[1-s.side] < 0 || !s.feed(s.pair.fds[1-s.side]) {
			return syscall.ENOBUFS
		}
		s.moved = true
		if s.pd != 0 {
			harrierPollMoves(s.pd, uintptr(s.pair.fds[s.side]))
		}
		if peer := s.peer; peer != nil {
			peer.feed(s.pair.fds[s.side])
			peer.moved, s.peer, peer.peer = true, nil, nil
			if peer.pd != 0 {
				harrierPollMoves(peer.pd, uintptr(peer.pair.fds[peer.side]))
			}
		} else {
			syscall.Close(s.pair.fds[1-s.side])
		}
	}
	fd.Sysfd = s.pair.fds[s.side]
	harrierSockets[s.number-harrierFirstSocket] = nil
	return nil
}

// harrierDup is DupCloseOnExec. What is inherited by a child, or used through a file, is
// dialed through the kernel from then on.
func (fd *FD) harrierDup() (int, string, error) {
	if err := fd.harrierMoves(); err != nil {
		return -1, "dup", err
	}
	fd.HarrierLeaves()
	if l := harrierListenerOf(fd.Sysfd); l != nil {
		l.hide()
	}
	return DupCloseOnExec(fd.Sysfd)
}

//go:norace
func (l *harrierListener) hide() { l.hidden = true }
