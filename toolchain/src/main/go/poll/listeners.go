// Listeners that are dialed in memory: their queues, and the addresses and ports at which they are.

package poll

import (
	"syscall"
	"unsafe"
)

const harrierBacklog = 4096

// harrierListener is a listener's queue.
type harrierListener struct {
	fd, family  int
	pd          uintptr
	object      uintptr // of its scheduling points
	local       syscall.Sockaddr
	address     harrierAddress
	only6       bool
	open        bool
	hidden      bool // is not dialed in memory any more
	first, last *harrierSocket
	queued      int
	next        *harrierListener
}

// harrierListeners are all that are open, the latest first.
var harrierListeners *harrierListener

// harrierAddress is where a listener is; which kind of address gives the family.
type harrierAddress struct {
	ip       [16]byte
	port     int
	name     string // of an abstract Unix socket
	dev, ino uint64 // of another one
}

var harrierMapped = [16]byte{10: 0xff, 11: 0xff}

//go:norace
func harrierAddressOf(sa syscall.Sockaddr) (a harrierAddress, ok bool) {
	switch sa := sa.(type) {
	case *syscall.SockaddrInet4:
		a.ip, a.port = harrierMapped, sa.Port
		for i, b := range sa.Addr {
			a.ip[12+i] = b
		}
		return a, true
	case *syscall.SockaddrInet6:
		a.ip, a.port = sa.Addr, sa.Port
		return a, sa.ZoneId == 0
	case *syscall.SockaddrUnix:
		if sa.Name == "" {
			return a, false
		}
		if sa.Name[0] == '@' || sa.Name[0] == 0 {
			a.name = "@" + sa.Name[1:]
			return a, true
		}
		var stat syscall.Stat_t
		if syscall.Stat(sa.Name, &stat) != nil {
			return a, false
		}
		a.dev, a.ino = uint64(stat.Dev), stat.Ino
		return a, true
	}
	return a, false
}

func (a *harrierAddress) is4() bool { return [12]byte(a.ip[:12]) == [12]byte(harrierMapped[:12]) }

func (a *harrierAddress) isWildcard() bool {
	return a.ip == [16]byte{} || a.ip == harrierMapped
}

func (a *harrierAddress) isLoopback() bool {
	return a.ip == [16]byte{15: 1} || a.is4() && a.ip[12] == 127
}

// local is the address of this machine that is meant: the wildcard is loopback.
func (a harrierAddress) local() harrierAddress {
	if a.isWildcard() {
		if a.is4() {
			a.ip[12] = 127
		}
		a.ip[15] = 1
	}
	return a
}

// dialer is the address, of no port, from which the kernel dials this one.
func (a harrierAddress) dialer() harrierAddress {
	if a.is4() && a.ip[12] == 127 {
		a.ip[13], a.ip[14], a.ip[15] = 0, 0, 1
	}
	a.port = 0
	return a
}

func (a *harrierAddress) sockaddr(family int) syscall.Sockaddr {
	if family == syscall.AF_INET {
		return &syscall.SockaddrInet4{Port: a.port, Addr: [4]byte(a.ip[12:])}
	}
	return &syscall.SockaddrInet6{Port: a.port, Addr: a.ip}
}

// harrierListenerAt is the listener that a connection to sa reaches.
//
//go:norace
func harrierListenerAt(sa syscall.Sockaddr) (best *harrierListener, address harrierAddress) {
	if harrierListeners == nil {
		return
	}
	address, ok := harrierAddressOf(sa)
	if !ok {
		return
	}
	_, unix := sa.(*syscall.SockaddrUnix)
	if !unix {
		address = address.local()
	}
	for l := harrierListeners; l != nil; l = l.next {
		switch {
		case l.hidden || unix != (l.family == syscall.AF_UNIX) || l.address.port != address.port:
		case l.address == address:
			return l, address
		case !unix && best == nil && l.address.isWildcard() && address.isLoopback() && harrierTakes(l.family, l.only6, address.is4()):
			best = l
		}
	}
	return
}

// harrierTakes reports whether a socket on a wildcard takes what comes with that version of IP.
func harrierTakes(family int, only6, is4 bool) bool {
	if is4 {
		return !only6
	}
	return family == syscall.AF_INET6
}

// enqueue makes s, which is to be connected to address, one that can be accepted.
//
//go:norace
func (l *harrierListener) enqueue(s *harrierSocket) {
	other := harrierNewSocket(l.family)
	other.side, other.link, other.local, other.remote = 1, s.link, s.remote, s.local
	s.link.listener = l
	if l.family != s.family { // a wildcard listener gets addresses of its own family
		a, _ := harrierAddressOf(s.remote)
		b, _ := harrierAddressOf(s.local)
		other.local, other.remote = a.sockaddr(l.family), b.sockaddr(l.family)
	}
	s.peer, other.peer = other, s
	s.dials, s.blocked, s.listener, other.listener = false, false, nil, l
	if l.last == nil {
		l.first = other
	} else {
		l.last.next = other
	}
	l.last = other
	l.queued++
	harrierPollReady(l.pd, 'r')
}

// accept takes the first connection from the queue.
//
//go:norace
func (l *harrierListener) accept() *harrierSocket {
	s := l.first
	if s == nil {
		return nil
	}
	l.remove(nil, s)
	for _, other := range harrierSockets {
		if other != nil && other.listener == l && other.blocked {
			l.enqueue(other)
			other.ready('w')
			break
		}
	}
	return s
}

//go:norace
func (l *harrierListener) remove(before, s *harrierSocket) {
	if before == nil {
		l.first = s.next
	} else {
		before.next = s.next
	}
	if l.last == s {
		l.last = before
	}
	s.next, s.listener = nil, nil
	l.queued--
}

// forget takes a socket that waits for room, or one that is queued, out.
//
//go:norace
func (l *harrierListener) forget(s *harrierSocket) {
	s.listener = nil
	var before *harrierSocket
	for other := l.first; other != nil; before, other = other, other.next {
		if other == s {
			l.remove(before, s)
			return
		}
	}
}

// close resets the connections that no goroutine has accepted, and refuses those that wait.
//
//go:norace
func (l *harrierListener) close() {
	l.open = false
	for at := &harrierListeners; *at != nil; at = &(*at).next {
		if *at == l {
			*at = l.next
			break
		}
	}
	for l.first != nil {
		s := l.first
		s.resets = true
		s.close()
	}
	for _, s := range harrierSockets {
		if s != nil && s.listener == l {
			s.dials, s.blocked, s.listener, s.failure = false, false, nil, syscall.ECONNREFUSED
			s.ready('w')
		}
	}
}

//go:norace
func harrierListenerOf(fd int) *harrierListener {
	if harrierNetwork == 0 {
		return nil
	}
	for l := harrierListeners; l != nil; l = l.next {
		if l.fd == fd {
			return l
		}
	}
	return nil
}

// HarrierListens is called when fd listens at local.
//
//go:norace
func (fd *FD) HarrierListens(family int, local syscall.Sockaddr, only6 bool) {
	address, ok := harrierAddressOf(local)
	if harrierNetwork == 0 || !ok || fd.pd.runtimeCtx == 0 {
		return
	}
	harrierListeners = &harrierListener{
		fd: fd.Sysfd, family: family, pd: fd.pd.runtimeCtx, object: uintptr(unsafe.Pointer(&fd.fdmu)),
		open: true, local: local, address: address, only6: only6, next: harrierListeners,
	}
	harrierPollPlaces(fd.pd.runtimeCtx, harrierPlaceListener)
}

// Ports of listeners that may have any: a process has some for itself, in their order, so
// that a replay sees ports in the same order and no other process is given one of those.
const (
	harrierFirstPort   = 10000
	harrierPortsOfOne  = 64
	harrierPortBlocks  = 355
	harrierPortTries   = 4 * harrierPortsOfOne
	harrierFirstDialer = 61000
	harrierDialerPorts = 1<<16 - harrierFirstDialer

	harrierFirstUnprivileged = 1024
)

var harrierListened, harrierDialed int

// harrierChosen is set when code has chosen the port from which it dials.
var harrierChosen bool

// harrierDialerPort is the next port for what dials from any port of from's address.
//
//go:norace
func harrierDialerPort(from harrierAddress) int {
	for tries := 1; ; tries++ {
		from.port = harrierFirstDialer + harrierDialed%harrierDialerPorts
		harrierDialed++
		if !harrierChosen || tries == harrierDialerPorts || !harrierInUse(from) {
			return from.port
		}
	}
}

// harrierInUse reports whether a listener or a connection of this process has the port of a, at its
// address or at any. A connection that is closed leaves its port at once.
//
//go:norace
func harrierInUse(a harrierAddress) bool {
	for l := harrierListeners; l != nil; l = l.next {
		if l.family != syscall.AF_UNIX && a.overlaps(l.address) {
			return true
		}
	}
	for _, s := range harrierSockets {
		if s == nil || s.family == syscall.AF_UNIX {
			continue
		}
		if local, ok := harrierAddressOf(s.local); ok && a.overlaps(local) {
			return true
		}
	}
	return false
}

//go:norace
func (a *harrierAddress) overlaps(b harrierAddress) bool {
	return a.port == b.port && (a.ip == b.ip || a.covers(&b) || b.covers(a))
}

// covers reports whether a is any address of its versions of IP, and b one of them.
func (a *harrierAddress) covers(b *harrierAddress) bool {
	return a.ip == [16]byte{} || a.ip == harrierMapped && b.is4()
}

// harrierOwnPorts is the first port of this process, counted from harrierFirstPort.
func harrierOwnPorts() int { return syscall.Getpid() % harrierPortBlocks * harrierPortsOfOne }

// harrierPostPorts has a bit for each port of this process at which a socket for datagrams has been.
var harrierPostPorts uint64

//go:norace
func harrierPostedAt(port int) {
	if own := port - harrierFirstPort - harrierOwnPorts(); own >= 0 && own < harrierPortsOfOne {
		harrierPostPorts |= 1 << own
	}
}

// harrierWasOwn reports whether a port of this process has been that of a socket for datagrams.
//
//go:norace
func harrierWasOwn(port int) bool {
	own := port - harrierFirstPort - harrierOwnPorts()
	return own >= 0 && own < harrierPortsOfOne && harrierPostPorts&(1<<own) != 0
}

// HarrierBind is syscall.Bind, and chooses the port.
//
//go:norace
func HarrierBind(fd int, sa syscall.Sockaddr) error {
	var port *int
	switch sa := sa.(type) {
	case *syscall.SockaddrInet4:
		port = &sa.Port
	case *syscall.SockaddrInet6:
		port = &sa.Port
	}
	if harrierNetwork == 0 || port == nil || *port != 0 {
		return syscall.Bind(fd, sa)
	}
	own := harrierOwnPorts()
	for i := 0; i < harrierPortTries; i++ {
		*port = harrierFirstPort + (own+harrierListened)%(harrierPortBlocks*harrierPortsOfOne)
		harrierListened++
		if err := syscall.Bind(fd, sa); err != syscall.EADDRINUSE {
			return err
		}
	}
	*port = 0
	return syscall.Bind(fd, sa)
}

// HarrierBindTo binds fd, which is to be connected to remote, if that is on loopback.
//
//go:norace
func HarrierBindTo(fd, family int, remote syscall.Sockaddr) {
	to, ok := harrierAddressOf(remote)
	if harrierNetwork == 0 || !ok || family == syscall.AF_UNIX {
		return
	}
	if to = to.local(); to.isLoopback() {
		from := to.dialer()
		HarrierBind(fd, from.sockaddr(family))
	}
}
