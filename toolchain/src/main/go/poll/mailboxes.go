// Mailboxes: where datagrams in memory wait, UDP's on loopback and those of datagram sockets of
// Unix. datagrams.go has the calls that use them.
//
// A socket is one of the kernel's, with a mailbox in addition to the kernel's queue: it has
// an address that no other socket gets, and other processes reach it. What is sent to an
// address at which there is a mailbox goes there, with the kernel's rules: from which peer a
// connected socket takes datagrams, what is dropped or waits where a queue is full, and which
// errors a sender sees if no socket is at the address. The kernel sends what goes elsewhere,
// and all that concerns a socket whose descriptor is used by code of its own.
//
// The kernel relays what goes to or comes from a socket with control messages that are not
// known here, or whose descriptor is only read by other code. Both ends are still in the
// process: what was sent has arrived when the send returns, so no goroutine waits for the
// environment.

package poll

import (
	"internal/race"
	"syscall"
	"unsafe"
)

const (
	harrierLongest4    = 65507
	harrierLongest6    = 65527
	harrierLongestUnix = 208<<10 - 32

	// harrierUDPBuffer is what the kernel says if it is not asked.
	harrierUDPBuffer = 208 << 10
)

// harrierMailbox is a socket for datagrams.
type harrierMailbox struct {
	fd, family int
	pd         uintptr
	name       syscall.Sockaddr // of the kernel's socket; nil if a Unix socket has none
	address    harrierAddress   // the same
	only6      bool
	connected  bool
	peer       harrierAddress  // that it is connected to
	peerBox    *harrierMailbox // the same of a Unix socket, if it is in the process
	hidden     bool            // it is only the kernel's from now on
	relayed    bool            // the kernel carries what it sends and receives
	open       bool

	first, last   *harrierDatagram
	queued, bytes int
	limit         int             // of the bytes
	full          bool            // a sender waits for room
	awaits        *harrierMailbox // that has no room for what this one sends
	failure       syscall.Errno   // what the next operation reports
	info          uint8           // which control messages come with a datagram

	next *harrierMailbox
}

// harrierDatagram is what was sent and not received.
type harrierDatagram struct {
	data     []byte
	from, to harrierAddress
	name     syscall.Sockaddr // of a Unix socket that sent it
	sent     *byte            // orders what comes behind its receipt
	next     *harrierDatagram
}

// harrierMailboxes are all that are open, the latest first.
var harrierMailboxes *harrierMailbox

// harrierUnixQueue is how many datagrams may wait at a Unix socket: one more than the kernel's
// net.unix.max_dgram_qlen. It is 0 before that was read.
var harrierUnixQueue int

//go:linkname harrierForked runtime.harrierForked
var harrierForked bool

//go:linkname harrierPosted runtime.harrierPosted
var harrierPosted uint32

// HarrierReceives is called when a socket for datagrams has its addresses; remote is nil if
// it is not connected. Code of the program may have set options already.
//
//go:norace
func (fd *FD) HarrierReceives(family int, local, remote syscall.Sockaddr, only6, optionsSet bool) {
	if harrierNetwork == 0 || fd.pd.runtimeCtx == 0 {
		return
	}
	m := &harrierMailbox{
		fd: fd.Sysfd, family: family, pd: fd.pd.runtimeCtx, name: local, only6: only6, open: true,
		limit: harrierUDPBuffer, connected: remote != nil, next: harrierMailboxes,
	}
	address, ok := harrierAddressOf(local)
	if address.name == "@" { // as package syscall names those that have no name
		m.name, address = nil, harrierAddress{}
	}
	m.address = address
	if remote != nil {
		m.peer, _ = harrierAddressOf(remote)
	}
	if family == syscall.AF_UNIX {
		if remote != nil {
			m.peerBox, _ = harrierMailboxAt(family, m.peer, m.address)
		}
		if harrierUnixQueue == 0 {
			harrierUnixQueue = 1 + harrierUnixBacklog()
		}
	} else if !ok || !address.isLoopback() && (m.connected || !address.isWildcard()) {
		HarrierPosts()
		return
	} else {
		harrierPostedAt(address.port)
		m.asksLimit()
	}
	fd.harrierMailbox, harrierMailboxes = m, m
	harrierPollPlaces(m.pd, harrierPlaceMailbox)
	if optionsSet {
		m.asksOptions()
	}
}

// HarrierPosts is called when datagrams may come from sockets that have no mailbox.
//
//go:norace
func HarrierPosts() {
	if harrierNetwork != 0 {
		harrierPosted = 1
	}
}

// harrierUnixBacklog is net.unix.max_dgram_qlen, or the kernel's default where that can't be read.
//
//go:norace
func harrierUnixBacklog() (length int) {
	fd, err := syscall.Open("/proc/sys/net/unix/max_dgram_qlen", syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return 10
	}
	text := make([]byte, 20)
	n, _ := syscall.Read(fd, text)
	syscall.Close(fd)
	for _, digit := range text[:max(n, 0)] {
		if digit < '0' || digit > '9' {
			break
		}
		length = 10*length + int(digit-'0')
	}
	return
}

//go:norace
func (m *harrierMailbox) asksLimit() {
	if limit, err := syscall.GetsockoptInt(m.fd, syscall.SOL_SOCKET, syscall.SO_RCVBUF); err == nil {
		m.limit = limit
	}
}

// harrierMailboxAt is the socket that a datagram to an address reaches; sure is false if it
// is up to the kernel which one of several that is.
//
//go:norace
func harrierMailboxAt(family int, to, from harrierAddress) (best *harrierMailbox, sure bool) {
	unix, most := family == syscall.AF_UNIX, -1
	sure = true
	for m := harrierMailboxes; m != nil; m = m.next {
		if unix != (m.family == syscall.AF_UNIX) || m.address.port != to.port {
			continue
		}
		score := 0
		switch {
		case m.address == to && m.address != harrierAddress{}:
			score = 1
		case unix || !m.address.isWildcard() || !to.isLoopback() || !harrierTakes(m.family, m.only6, to.is4()):
			continue
		}
		if m.connected && !unix {
			if m.peer != from {
				continue
			}
			score += 2
		}
		if score > most {
			best, most, sure = m, score, true
		} else if score == most {
			sure = false
		}
	}
	return
}

// source is what a datagram to an address comes from.
//
//go:norace
func (m *harrierMailbox) source(to harrierAddress) harrierAddress {
	if m.family == syscall.AF_UNIX || !m.address.isWildcard() {
		return m.address
	}
	from := to.dialer()
	from.port = m.address.port
	return from
}

// send brings p to the mailbox at an address, or at that which m is connected to. ok is
// false if the kernel has to send it.
//
//go:norace
func (m *harrierMailbox) send(p []byte, to *harrierAddress) (d *harrierDatagram, err syscall.Errno, ok bool) {
	if m.hidden || m.relayed || (to == nil) != m.connected {
		return nil, 0, false
	}
	if m.failure != 0 {
		return nil, m.reports(), true
	}
	if to == nil {
		to = &m.peer
	}
	address, unix := *to, m.family == syscall.AF_UNIX
	if !unix {
		address = address.local()
		if address.is4() != m.address.is4() && (m.only6 || m.address.ip != [16]byte{}) {
			return nil, 0, false // the versions of IP differ
		}
	}
	from := m.source(address)
	box, sure := harrierMailboxAt(m.family, address, from)
	if unix && m.connected {
		box = m.peerBox // whatever is at its path now
	}
	if box == nil && sure && !unix && address.isLoopback() && !harrierForked && harrierPosted == 0 && harrierWasOwn(address.port) {
		if m.connected {
			m.failure = syscall.ECONNREFUSED
			m.ready('r')
			m.ready('w')
		}
		return nil, 0, true
	}
	if box == nil || !sure || box.hidden || box.relayed || !box.open || unix && box.connected && box.peerBox != m {
		return nil, 0, false
	}
	longest := harrierLongest6
	if unix {
		longest = harrierLongestUnix
	} else if address.is4() {
		longest = harrierLongest4
	}
	switch {
	case len(p) > longest:
		return nil, syscall.EMSGSIZE, true
	case unix && (box.queued >= harrierUnixQueue && box != m && box.peerBox != m || box.bytes+harrierTrueSize(len(p)) > harrierUnixBuffer && box.queued > 0):
		m.awaits, box.full = box, true
		return nil, syscall.EAGAIN, true
	case !unix && box.bytes > box.limit:
		return nil, 0, true // without an error
	}
	d = &harrierDatagram{data: make([]byte, len(p)), from: from, to: address, name: m.name, sent: new(byte)}
	harrierCopy(d.data, p)
	if harrierFaulty != 0 {
		box.mayComeAmiss(d)
	} else {
		box.put(d)
	}
	return d, 0, true
}

//go:norace
func (m *harrierMailbox) put(d *harrierDatagram) {
	if m.last == nil {
		m.first = d
	} else {
		m.last.next = d
	}
	m.last = d
	m.arrives(d)
}

// putFirst puts d before those that wait, of which there are some.
//
//go:norace
func (m *harrierMailbox) putFirst(d *harrierDatagram) {
	d.next, m.first = m.first, d
	m.arrives(d)
}

//go:norace
func (m *harrierMailbox) arrives(d *harrierDatagram) {
	m.queued++
	m.bytes += harrierTrueSize(len(d.data))
	m.ready('r')
}

// harrierTrueSize is what the kernel counts for a datagram of n bytes: the memory that it
// takes, a power of two and what describes it.
func harrierTrueSize(n int) int {
	size := 512
	for size < n+384 {
		size *= 2
	}
	return size + 256
}

// receive takes the next datagram. ok is false if the kernel may have one.
//
//go:norace
func (m *harrierMailbox) receive() (d *harrierDatagram, err syscall.Errno, ok bool) {
	if m.failure != 0 {
		return nil, m.reports(), true
	}
	if d = m.first; d == nil {
		return nil, syscall.EAGAIN, !m.hidden && !harrierPollAsks(m.pd)
	}
	m.drop()
	return d, 0, true
}

// drop takes the first datagram out.
//
//go:norace
func (m *harrierMailbox) drop() {
	d := m.first
	m.first = d.next
	if m.first == nil {
		m.last = nil
	}
	m.queued--
	m.bytes -= harrierTrueSize(len(d.data))
	if m.full {
		m.letsSend()
	}
}

// letsSend has the senders that wait for room try again.
//
//go:norace
func (m *harrierMailbox) letsSend() {
	m.full = false
	for other := harrierMailboxes; other != nil; other = other.next {
		if other.awaits == m {
			other.awaits = nil
			other.ready('w')
		}
	}
}

//go:norace
func (m *harrierMailbox) ready(mode int32) { harrierPollReady(m.pd, mode) }

// reports is the failure, once.
//
//go:norace
func (m *harrierMailbox) reports() (err syscall.Errno) {
	err, m.failure = m.failure, 0
	return
}

// close is called after the poller has forgotten m.
//
//go:norace
func (m *harrierMailbox) close() {
	m.open = false
	for at := &harrierMailboxes; *at != nil; at = &(*at).next {
		if *at == m {
			*at = m.next
			break
		}
	}
	m.letsSend()
}

// leaves makes the socket only the kernel's, with what has arrived.
//
//go:norace
func (m *harrierMailbox) leaves() {
	if m.hidden {
		return
	}
	m.hidden = true
	harrierPosted = 1
	harrierPollPlaces(m.pd, harrierPlaceKernel)
	m.handsOver()
}

// relays has the kernel carry the datagrams of m, with what has arrived.
//
//go:norace
func (m *harrierMailbox) relays() {
	switch {
	case m.hidden || m.relayed:
	case m.family == syscall.AF_UNIX:
		m.leaves()
	default:
		m.relayed = true
		m.handsOver()
	}
}

// handsOver gives the kernel what has arrived.
//
//go:norace
func (m *harrierMailbox) handsOver() {
	if m.first != nil {
		defer m.settles()
	}
	for m.first != nil {
		d := m.first
		m.drop()
		if race.Enabled {
			race.Acquire(unsafe.Pointer(d.sent)) // sending releases it to the kernel's readers
		}
		d.sendAgain(m)
	}
	m.ready('r')
	m.ready('w')
}

// posts is called when the kernel has sent a datagram to an address, or to that which m is
// connected to.
//
//go:norace
func (m *harrierMailbox) posts(to *harrierAddress) {
	if to == nil {
		to = &m.peer
	}
	if harrierForked || m.family == syscall.AF_UNIX {
		harrierPosted = 1
	}
	if harrierPosted != 0 {
		return
	}
	address := to.local()
	switch box, sure := harrierMailboxAt(m.family, address, m.source(address)); {
	case box != nil && sure && !box.hidden:
		box.settles()
	case box == nil && address.isLoopback() && harrierWasOwn(address.port):
		harrierPollArrives(m.pd) // the error, if m is connected
	default:
		harrierPosted = 1
	}
}

// settles has m read what the kernel carries for it. On loopback that has arrived when a send
// returns, unless the machine is busy.
//
//go:norace
func (m *harrierMailbox) settles() {
	for tries := 0; tries < 20 && !harrierArrived(m.fd); tries++ {
	}
	harrierPollArrives(m.pd)
}

// harrierArrived reports whether there is something to read, after a millisecond at most.
//
//go:norace
func harrierArrived(fd int) bool {
	asked := struct {
		fd              int32
		events, arrived int16
	}{int32(fd), 1 /* POLLIN */, 0}
	wait := syscall.Timespec{Nsec: 1e6}
	n, _, _ := syscall.RawSyscall6(syscall.SYS_PPOLL, uintptr(unsafe.Pointer(&asked)), 1, uintptr(unsafe.Pointer(&wait)), 0, 0, 0)
	return int(n) > 0
}

// sendAgain sends a datagram through the kernel, as the socket that sent it if that is open.
// What was written is written again: package syscall orders a Read behind a Write only.
//
//go:norace
func (d *harrierDatagram) sendAgain(m *harrierMailbox) {
	to := m.name
	if m.family != syscall.AF_UNIX {
		to = d.to.sockaddr(m.family)
	}
	for sender := harrierMailboxes; sender != nil; sender = sender.next {
		if sender.name != d.name || sender.family != m.family || sender.connected && !sender.isPeerOf(d, m) {
			continue
		}
		if sender.connected {
			syscall.Write(sender.fd, d.data)
		} else {
			syscall.Sendto(sender.fd, d.data, 0, to)
		}
		return
	}
	fd, err := syscall.Socket(m.family, syscall.SOCK_DGRAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return
	}
	if m.family != syscall.AF_UNIX {
		syscall.Bind(fd, d.from.sockaddr(m.family))
	}
	if syscall.Connect(fd, to) == nil {
		syscall.Write(fd, d.data)
	}
	syscall.Close(fd)
}

// isPeerOf reports whether m, which is connected, sends to where d arrived, which is box.
//
//go:norace
func (m *harrierMailbox) isPeerOf(d *harrierDatagram, box *harrierMailbox) bool {
	if m.family == syscall.AF_UNIX {
		return m.peerBox == box
	}
	return m.peer == d.to
}
