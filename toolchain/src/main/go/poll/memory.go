// The network in memory: connections whose both ends are in this process.
//
// It does for their descriptors what the kernel does for others: FD's methods, which
// package net calls, find here what they would ask the system for, with the results and
// errors of Linux. Their locks, deadlines and waits are their own, so a goroutine that
// waits for such a connection waits as for any other.
//
// A listener is one of the kernel's, with the queue that is here beside the kernel's: it
// has a port that nobody else gets, and children of the program can dial it. Who dials an
// address at which there is one in this process gets an end of a connection in memory. The
// numbers of such ends are above all that the kernel gives.
//
// Code that asks for a descriptor is lent one of a connection of the kernel's with what has
// not been read yet; after a use of it that stays (File, descriptors that are sent), the
// connection is the kernel's for good.
//
// Only controlled runs use it, in which one goroutine runs at a time: nothing here is a
// scheduling point, takes a lock or is seen by a race detector. What orders accesses of
// the program's is told to it by the callers.

package poll

import (
	"internal/race"
	"syscall"
	"unsafe"
)

//go:linkname harrierNetwork runtime.harrierNetwork
var harrierNetwork uint32

// harrierUseAt is harrierUse of what is not kept alive by that.
//
//go:linkname harrierUseAt runtime.harrierUse
func harrierUseAt(addr uintptr, access uint8)

//go:linkname harrierPollReady runtime.harrierPollReady
func harrierPollReady(pd uintptr, mode int32)

//go:linkname harrierPollListens runtime.harrierPollListens
func harrierPollListens(pd uintptr)

//go:linkname harrierPollAsks runtime.harrierPollAsks
func harrierPollAsks(pd uintptr) bool

//go:linkname harrierPollEmpty runtime.harrierPollEmpty
func harrierPollEmpty(pd uintptr)

//go:linkname harrierPollMoves runtime.harrierPollMoves
func harrierPollMoves(pd, fd uintptr) int

// harrierFirstSocket is the number of the first end; see ../runtime/network.go.
const harrierFirstSocket = 1 << 28

// How much may be written that nobody has read. Linux lets some 2.5 MB be on their way
// over loopback, and 200 KB through a Unix socket.
const (
	harrierTCPBuffer  = 2560 << 10
	harrierUnixBuffer = 208 << 10
)

const harrierBacklog = 4096

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
	failure  syscall.Errno // what the next operation reports

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
	copy(b.data, p[copy(b.data[at:], p[:n]):n])
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
	first := copy(p[:n], b.data[b.start:])
	copy(p[first:n], b.data)
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
	if n = s.input.take(p); n > 0 {
		s.makesRoom()
		return n, 0
	}
	if s.failure != 0 && (!s.ended || s.family == syscall.AF_UNIX) {
		return 0, s.fails()
	}
	if s.ended || s.noReads {
		return 0, 0
	}
	return 0, syscall.EAGAIN
}

// makesRoom lets a writer go on that waits for it, if there is enough.
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

// fails reports the failure, once.
//
//go:norace
func (s *harrierSocket) fails() (err syscall.Errno) {
	err, s.failure, s.ended = s.failure, 0, true
	return
}

//go:norace
func (s *harrierSocket) write(p []byte) (n int, err syscall.Errno) {
	unix := s.family == syscall.AF_UNIX
	peer := s.peer
	switch {
	case s.dials:
		return 0, syscall.ENOTCONN
	case s.failure != 0 && !unix:
		return 0, s.fails()
	case s.noWrites || s.dead || unix && (peer == nil || peer.noReads):
		return 0, syscall.EPIPE
	case peer == nil:
		s.reset() // is the answer to this
		return len(p), 0
	}
	if n = peer.input.put(p, peer.input.limit); n > 0 {
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
	if s.dead || s.peer == nil && !s.ended {
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

// harrierAddress is where a listener is; which kind of address tells the family.
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
		case !unix && best == nil && l.address.isWildcard() && address.isLoopback() && l.takes(address.is4()):
			best = l
		}
	}
	return
}

// takes tells whether a listener on a wildcard takes connections of that version of IP.
//
//go:norace
func (l *harrierListener) takes(is4 bool) bool {
	if is4 {
		return !l.only6
	}
	return l.family == syscall.AF_INET6
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

// close resets the connections that nobody has accepted, and refuses those that wait.
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
	harrierPollListens(fd.pd.runtimeCtx)
}

// Ports of listeners that may have any: a process has some for itself, in their order, so
// that a replay sees ports in the same order and no other process is given one of those.
const (
	harrierFirstPort   = 10000
	harrierPortsOfOne  = 64
	harrierPortBlocks  = 355
	harrierPortTries   = 4 * harrierPortsOfOne
	harrierFirstDialer = 61000
)

var harrierListened, harrierDialed int

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
	block := syscall.Getpid() % harrierPortBlocks
	for i := 0; i < harrierPortTries; i++ {
		*port = harrierFirstPort + (block*harrierPortsOfOne+harrierListened)%(harrierPortBlocks*harrierPortsOfOne)
		harrierListened++
		if err := syscall.Bind(fd, sa); err != syscall.EADDRINUSE {
			return err
		}
	}
	*port = 0
	return syscall.Bind(fd, sa)
}

// HarrierDials gives an end of a connection in memory, which is not connected yet; ok is
// false if no listener of this process is at remote, or local is a port.
func HarrierDials(family int, local, remote syscall.Sockaddr) (number int, ok bool) {
	if harrierNetwork == 0 {
		return 0, false
	}
	l, _ := harrierListenerAt(remote)
	if l == nil {
		return 0, false
	}
	harrierUseAt(l.object, harrierUpdate)
	return harrierDials(family, local, remote)
}

//go:norace
func harrierDials(family int, local, remote syscall.Sockaddr) (number int, ok bool) {
	l, to := harrierListenerAt(remote)
	if l == nil {
		return 0, false
	}
	if family == syscall.AF_UNIX {
		if local != nil {
			return 0, false
		}
		s := harrierNewSocket(family)
		s.dials, s.listener, s.local, s.remote = true, l, &syscall.SockaddrUnix{Name: "@"}, l.local
		return s.number, true
	}
	from := to
	if from.is4() && from.ip[12] == 127 {
		from.ip[13], from.ip[14], from.ip[15] = 0, 0, 1
	}
	if local != nil {
		chosen, ok := harrierAddressOf(local)
		if !ok || chosen.port != 0 || !chosen.isWildcard() && !chosen.isLoopback() {
			return 0, false
		}
		if !chosen.isWildcard() {
			from = chosen
		}
	}
	from.port = harrierFirstDialer + harrierDialed%(1<<16-harrierFirstDialer)
	harrierDialed++
	s := harrierNewSocket(family)
	s.dials, s.listener, s.local, s.remote = true, l, from.sockaddr(family), to.sockaddr(family)
	return s.number, true
}

// HarrierConnect is the connect of such an end. ok is false if fd is none.
//
//go:norace
func HarrierConnect(fd int) (err error, ok bool) {
	s := harrierSocketOf(fd)
	if s == nil {
		return nil, false
	}
	l := s.listener
	if l == nil { // closed meanwhile
		s.failure = 0
		return syscall.ECONNREFUSED, true
	}
	if race.Enabled {
		race.ReleaseMerge(s.order())
	}
	if l.queued >= harrierBacklog {
		s.blocked = true
		return syscall.EINPROGRESS, true
	}
	l.enqueue(s)
	return nil, true
}

// HarrierConnected tells how the connect went that was in progress.
//
//go:norace
func HarrierConnected(fd int) (err syscall.Errno, ok bool) {
	s := harrierSocketOf(fd)
	if s == nil {
		return 0, false
	}
	if s.failure != 0 {
		return s.fails(), true
	}
	if s.dials {
		return syscall.EINPROGRESS, true
	}
	return 0, true
}

// HarrierNames are the addresses of an end's; ok is false if fd is none.
//
//go:norace
func HarrierNames(fd int) (local, remote syscall.Sockaddr, ok bool) {
	s := harrierSocketOf(fd)
	if s == nil {
		return nil, nil, false
	}
	return s.local, s.remote, true
}

// harrierOpened is called when the poller knows fd.
//
//go:norace
func (fd *FD) harrierOpened() {
	if s := harrierSocketOf(fd.Sysfd); s != nil {
		s.pd = fd.pd.runtimeCtx
		if s.moved {
			harrierPollMoves(s.pd, uintptr(s.pair.fds[s.side]))
		}
	}
}

// harrierUsed is the scheduling point of a use of fd; descriptors up to the last of the
// standard ones have none. It comes before fd's lock, whose holder may close it.
//
//go:norace
func (fd *FD) harrierUsed(last int) {
	if fd.Sysfd <= last {
		return
	}
	object := unsafe.Pointer(&fd.fdmu)
	if s := harrierSocketOf(fd.Sysfd); s != nil {
		object = unsafe.Pointer(s.link)
	}
	harrierUse(object, harrierUpdate)
}

//go:norace
func harrierKernelsOf(fd int) (s *harrierSocket, kernel int) {
	if s = harrierSocketOf(fd); s == nil {
		return nil, fd
	}
	if s.moved {
		return nil, s.pair.fds[s.side]
	}
	return s, fd
}

//go:norace
func (s *harrierSocket) order() unsafe.Pointer { return unsafe.Pointer(s.link) }

func harrierErr(err syscall.Errno) error {
	if err == 0 {
		return nil
	}
	return err
}

// harrierRead is syscall.Read.
func harrierRead(fd int, p []byte) (int, error) {
	s, fd := harrierKernelsOf(fd)
	if s == nil {
		return ignoringEINTRIO(syscall.Read, fd, p)
	}
	n, err := s.read(p)
	if race.Enabled && err == 0 {
		if n > 0 {
			race.WriteRange(unsafe.Pointer(&p[0]), n)
		}
		race.Acquire(s.order())
	}
	return n, harrierErr(err)
}

// harrierWrite is syscall.Write.
func harrierWrite(fd int, p []byte) (int, error) {
	s, fd := harrierKernelsOf(fd)
	if s == nil {
		return ignoringEINTRIO(syscall.Write, fd, p)
	}
	if race.Enabled {
		race.ReleaseMerge(s.order())
	}
	n, err := s.write(p)
	if race.Enabled && n > 0 {
		race.ReadRange(unsafe.Pointer(&p[0]), n)
	}
	return n, harrierErr(err)
}

// harrierWritev is what Writev does.
func (fd *FD) harrierWritev(v *[][]byte) (n int64, err error) {
	for len(*v) > 0 && err == nil {
		var wrote int
		wrote, err = harrierWrite(fd.Sysfd, (*v)[0])
		n += int64(wrote)
		consume(v, int64(wrote))
		if err == syscall.EAGAIN {
			err = fd.pd.waitWrite(fd.isFile)
		}
	}
	TestHookDidWritev(int(n))
	return n, err
}

// harrierShutdown is syscall.Shutdown.
func harrierShutdown(fd, how int) error {
	s, fd := harrierKernelsOf(fd)
	if s == nil {
		return syscall.Shutdown(fd, how)
	}
	if race.Enabled {
		race.ReleaseMerge(s.order())
	}
	return harrierErr(s.shutdown(how))
}

// harrierAccept is accept.
func harrierAccept(fd int) (int, syscall.Sockaddr, string, error) {
	l := harrierListenerOf(fd)
	if l == nil {
		return accept(fd)
	}
	s, asks := l.poll()
	if s != nil {
		if race.Enabled {
			race.Acquire(s.order())
		}
		_, from, _ := HarrierNames(harrierNumberOf(s))
		return harrierNumberOf(s), from, "", nil
	}
	if !asks {
		return -1, nil, "accept4", syscall.EAGAIN
	}
	number, from, call, err := accept(fd)
	if err == syscall.EAGAIN {
		l.asked()
	}
	return number, from, call, err
}

//go:norace
func (l *harrierListener) poll() (s *harrierSocket, asks bool) {
	return l.accept(), harrierPollAsks(l.pd)
}

//go:norace
func (l *harrierListener) asked() { harrierPollEmpty(l.pd) }

//go:norace
func harrierNumberOf(s *harrierSocket) int { return s.number }

// harrierDestroy closes what fd is.
func (fd *FD) harrierDestroy() error {
	s := harrierSocketOf(fd.Sysfd)
	if s != nil {
		if race.Enabled {
			race.ReleaseMerge(s.order())
		}
		harrierCloseSocket(s)
		return nil
	}
	if l := harrierListenerOf(fd.Sysfd); l != nil {
		l.close()
	}
	return fd.SysFile.destroy(fd.Sysfd)
}

//go:norace
func harrierCloseSocket(s *harrierSocket) { s.close() }

// harrierSetsockoptInt is syscall.SetsockoptInt.
func harrierSetsockoptInt(fd, level, name, value int) error {
	s, fd := harrierKernelsOf(fd)
	if s == nil {
		return syscall.SetsockoptInt(fd, level, name, value)
	}
	s.setOption(level, name, value)
	return nil
}

//go:norace
func (s *harrierSocket) setOption(level, name, value int) {
	if level == syscall.SOL_SOCKET && name == syscall.SO_RCVBUF {
		s.input.limit = max(2*value, 2304)
	}
	if s.pair != nil {
		syscall.SetsockoptInt(s.pair.fds[s.side], level, name, value)
	}
	for i := range s.options[:s.set] {
		if s.options[i].level == level && s.options[i].name == name {
			s.options[i].value = value
			return
		}
	}
	if s.set < len(s.options) {
		s.options[s.set] = harrierOption{level, name, value}
		s.set++
	}
}

// harrierSetsockoptLinger is syscall.SetsockoptLinger.
//
//go:norace
func harrierSetsockoptLinger(fd, level, name int, l *syscall.Linger) error {
	s, fd := harrierKernelsOf(fd)
	if s == nil {
		return syscall.SetsockoptLinger(fd, level, name, l)
	}
	s.resets = l.Onoff != 0 && l.Linger == 0 && s.family != syscall.AF_UNIX
	return nil
}

// harrierGetsockoptInt is syscall.GetsockoptInt.
func harrierGetsockoptInt(fd, level, name int) (int, error) {
	s, fd := harrierKernelsOf(fd)
	if s == nil {
		return syscall.GetsockoptInt(fd, level, name)
	}
	return syscall.GetsockoptInt(s.lend(), level, name)
}

// harrierInMemory tells whether fd is an end in memory, or was one.
func (fd *FD) harrierInMemory() bool { return fd.Sysfd >= harrierFirstSocket }

// harrierDescriptor has a descriptor of the kernel's used as that of fd.
func (fd *FD) harrierDescriptor(use func(uintptr) bool) bool {
	s, kernel := harrierKernelsOf(fd.Sysfd)
	if s == nil {
		return use(uintptr(kernel))
	}
	if race.Enabled {
		race.Acquire(s.order())
		race.ReleaseMerge(s.order())
	}
	lent := s.lend()
	ok := use(uintptr(lent))
	s.takeBack()
	return ok
}

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

// feed tells whether all that s could read fits into the kernel's buffers.
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

// harrierDrain reads what is there.
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
		copy(more[copy(more, data):], piece[:n])
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
	if l := harrierListenerOf(fd.Sysfd); l != nil {
		l.hide()
	}
	return DupCloseOnExec(fd.Sysfd)
}

//go:norace
func (l *harrierListener) hide() { l.hidden = true }
