// The network in memory: connections whose both ends are in this process.
//
// It does for their descriptors what the kernel does for others: FD's methods, which
// package net calls, find here what they would ask the system for, with the results and
// errors of Linux. Their locks, deadlines and waits are their own, so a goroutine that
// waits for such a connection waits as for any other.
//
// A listener is one of the kernel's, with the queue that is here in addition to the kernel's:
// it has a port that no other process gets, and children of the program can dial it. A dial
// of an address at which there is one in this process gives an end of a connection in memory.
// The numbers of such ends are above all that the kernel gives.
//
// Code that asks for a descriptor is lent one of a connection of the kernel's with what has
// not been read yet; after a use of it that stays (File, descriptors that are sent), the
// connection is the kernel's for good.
//
// Only controlled runs use it, in which one goroutine runs at a time: nothing here is a
// scheduling point, takes a lock or is seen by a race detector. The callers inform it of
// what orders accesses of the program's.

package poll

import (
	"internal/race"
	"syscall"
	"unsafe"
)

//go:linkname harrierNetwork runtime.harrierNetwork
var harrierNetwork uint32

//go:linkname harrierUseDescriptor runtime.harrierUseDescriptor
func harrierUseDescriptor(object uintptr, how uint8)

//go:linkname harrierRecordBytes runtime.harrierRecordBytes
func harrierRecordBytes(p unsafe.Pointer, n int)

//go:linkname harrierRecordConnection runtime.harrierRecordConnection
func harrierRecordConnection(address uintptr)

//go:linkname harrierPollReady runtime.harrierPollReady
func harrierPollReady(pd uintptr, mode int32)

//go:linkname harrierPollPlaces runtime.harrierPollPlaces
func harrierPollPlaces(pd uintptr, place uint8)

//go:linkname harrierPollAsks runtime.harrierPollAsks
func harrierPollAsks(pd uintptr) bool

//go:linkname harrierPollEmpty runtime.harrierPollEmpty
func harrierPollEmpty(pd uintptr)

//go:linkname harrierPollArrives runtime.harrierPollArrives
func harrierPollArrives(pd uintptr)

//go:linkname harrierPollMoves runtime.harrierPollMoves
func harrierPollMoves(pd, fd uintptr) int

// harrierFirstSocket is the number of the first end; see ../runtime/network.go.
const harrierFirstSocket = 1 << 28

// What a goroutine that waits for a descriptor waits for; see ../runtime/network.go.
const (
	harrierPlaceKernel   = 0
	harrierPlaceListener = 2
	harrierPlaceMailbox  = 3
	harrierPlacePipe     = 4
)

// How a descriptor is used, and what it is: the two are added.
const (
	harrierUsesIt = iota // neither of the others
	harrierReadsIt
	harrierWritesIt
	harrierClosesIt
	harrierAcceptsIt
	harrierDialsIt

	harrierOfKernel   = 0
	harrierOfStream   = 1 << 4
	harrierOfListener = 2 << 4
	harrierOfPipe     = 3 << 4
	harrierOfMailbox  = 4 << 4
	harrierOfSocket   = 5 << 4
)

// HarrierDials gives an end of a connection in memory, which is not connected yet, or the error
// of binding it to local; ok is false if no listener of this process is at remote.
func HarrierDials(family int, local, remote syscall.Sockaddr) (number int, err error, ok bool) {
	if harrierNetwork == 0 {
		return 0, nil, false
	}
	l, _ := harrierListenerAt(remote)
	if l == nil {
		return 0, nil, false
	}
	harrierUseDescriptor(l.object, harrierDialsIt|harrierOfListener)
	number, err, ok = harrierDials(family, local, remote)
	if err == nil && ok {
		harrierRecordConnection(uintptr(harrierSocketOf(number).order()))
	}
	return number, err, ok
}

//go:norace
func harrierDials(family int, local, remote syscall.Sockaddr) (number int, err error, ok bool) {
	l, to := harrierListenerAt(remote)
	if l == nil {
		return 0, nil, false
	}
	if family == syscall.AF_UNIX {
		if local != nil {
			return 0, nil, false
		}
		s := harrierNewSocket(family)
		s.dials, s.listener, s.local, s.remote = true, l, &syscall.SockaddrUnix{Name: "@"}, l.local
		return s.number, nil, true
	}
	from := to.dialer()
	if local != nil {
		chosen, ok := harrierAddressOf(local)
		if !ok || !chosen.isWildcard() && !chosen.isLoopback() || chosen.port != 0 && chosen.port < harrierFirstUnprivileged {
			return 0, nil, false
		}
		if chosen.port != 0 {
			if harrierInUse(chosen) {
				return 0, syscall.EADDRINUSE, true
			}
			harrierChosen = true
		}
		if !chosen.isWildcard() {
			from = chosen
		}
		from.port = chosen.port
	}
	if from.port == 0 {
		from.port = harrierDialerPort(from)
	}
	s := harrierNewSocket(family)
	s.dials, s.listener, s.local, s.remote = true, l, from.sockaddr(family), to.sockaddr(family)
	return s.number, nil, true
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
	if harrierFaulty != 0 {
		if err := s.mayDialLate(); err != 0 {
			if err == syscall.ECONNREFUSED {
				s.listener = nil
			}
			return err, true
		}
	}
	if race.Enabled {
		race.ReleaseMerge(s.order())
	}
	return harrierErr(s.queues()), true
}

// HarrierConnected returns how the connect went that was in progress.
//
//go:norace
func HarrierConnected(fd int) (err syscall.Errno, ok bool) {
	s := harrierSocketOf(fd)
	if s == nil {
		return 0, false
	}
	if s.failure != 0 {
		return s.reports(), true
	}
	if s.dials && !s.late && !s.blocked {
		return s.queues(), true
	}
	if s.dials {
		return syscall.EINPROGRESS, true
	}
	return 0, true
}

// queues has s accepted next, or wait for room in the listener's queue.
//
//go:norace
func (s *harrierSocket) queues() syscall.Errno {
	if s.listener.queued >= harrierBacklog {
		s.blocked = true
		return syscall.EINPROGRESS
	}
	s.listener.enqueue(s)
	return 0
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

// harrierStandard is the last of the three standard descriptors, which belong to no
// goroutine.
const harrierStandard = 2

// harrierUsed is the scheduling point of a use of fd; the standard ones have none. It comes
// before fd's lock, whose holder may close it.
//
//go:norace
func (fd *FD) harrierUsed(how uint8) {
	if fd.Sysfd <= harrierStandard {
		return
	}
	object := unsafe.Pointer(&fd.fdmu)
	if fd.harrierMailbox != nil && !fd.harrierMailbox.hidden {
		object = unsafe.Pointer(&harrierMailboxes) // a send names its receiver only when it is made
		how |= harrierOfMailbox
	} else if fd.harrierPipe != nil {
		object = unsafe.Pointer(fd.harrierPipe)
		how |= harrierOfPipe
	} else if s := harrierSocketOf(fd.Sysfd); s != nil {
		object = unsafe.Pointer(s.link)
		how |= harrierOfStream
	} else if harrierListenerOf(fd.Sysfd) != nil {
		if how == harrierReadsIt {
			how = harrierAcceptsIt
		}
		how |= harrierOfListener
	} else if !fd.isFile {
		how |= harrierOfSocket
	}
	harrierUseDescriptor(uintptr(object), how)
}

// harrierRecorded is called when n bytes have been read into p, or written from it; n is 0 at the
// end of what there is to read.
func harrierRecorded(p []byte, n int, err error) {
	if err == nil && n >= 0 && len(p) > 0 {
		harrierRecordBytes(unsafe.Pointer(&p[0]), n)
	}
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
func (fd *FD) harrierRead(p []byte) (int, error) {
	n, err := fd.harrierReads(p)
	if fd.Sysfd > harrierStandard && fd.harrierMailbox == nil {
		harrierRecorded(p, n, err)
	}
	return n, err
}

func (fd *FD) harrierReads(p []byte) (int, error) {
	if fd.harrierMailbox != nil {
		if n, _, err, ok := fd.harrierTake(p); ok {
			return n, err
		}
	} else if fd.harrierPipe != nil && !fd.harrierPipe.left {
		return fd.harrierReadPipe(p)
	}
	s, kernel := harrierKernelsOf(fd.Sysfd)
	if s == nil {
		n, err := ignoringEINTRIO(syscall.Read, kernel, p)
		return n, fd.harrierAsked(err)
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
func (fd *FD) harrierWrite(p []byte) (int, error) {
	n, err := fd.harrierWrites(p)
	if fd.Sysfd > harrierStandard && fd.harrierMailbox == nil {
		harrierRecorded(p, n, err)
	}
	return n, err
}

func (fd *FD) harrierWrites(p []byte) (int, error) {
	if fd.harrierMailbox != nil {
		if n, err, ok := fd.harrierPostWith(p, nil, nil); ok {
			return n, err
		}
	} else if fd.harrierPipe != nil && !fd.harrierPipe.left {
		return fd.harrierWritePipe(p)
	}
	s, kernel := harrierKernelsOf(fd.Sysfd)
	if s == nil {
		n := len(p)
		err := fd.harrierRelay(nil, func() (err error) {
			n, err = fd.harrierWriteFile(p, kernel)
			return
		})
		return n, err
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

// harrierWritev is what Writev does. A socket for datagrams sends all as one.
func (fd *FD) harrierWritev(v *[][]byte) (n int64, err error) {
	if fd.harrierMailbox != nil {
		var all []byte
		for _, part := range *v {
			all = append(all, part...)
		}
		*v = [][]byte{all}
	}
	for len(*v) > 0 && err == nil {
		var wrote int
		wrote, err = fd.harrierWrite((*v)[0])
		n += int64(max(wrote, 0))
		consume(v, int64(max(wrote, 0)))
		if err == syscall.EAGAIN {
			err = fd.pd.waitWrite(fd.isFile)
		}
	}
	TestHookDidWritev(int(n))
	return n, err
}

// harrierShutdown is syscall.Shutdown.
func (fd *FD) harrierShutdown(how int) error {
	if m := fd.harrierMailbox; m != nil {
		m.leaves()
	}
	s, kernel := harrierKernelsOf(fd.Sysfd)
	if s == nil {
		return syscall.Shutdown(kernel, how)
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
	if harrierFaulty != 0 && l.mayNotAccept() {
		return -1, nil, "accept4", syscall.EMFILE
	}
	s, asks := l.poll()
	if s != nil {
		if race.Enabled {
			race.Acquire(s.order())
		}
		harrierRecordConnection(uintptr(s.order()))
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
	if fd.harrierMailbox != nil {
		fd.harrierMailbox.close()
	} else if fd.harrierPipe != nil {
		fd.harrierPipe.closes(fd.Sysfd)
	} else if l := harrierListenerOf(fd.Sysfd); l != nil {
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
		err := syscall.SetsockoptInt(fd, level, name, value)
		harrierOptionSet(fd, level, name)
		return err
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

// harrierOptionSet is called when an option of the kernel's was set.
//
//go:norace
func harrierOptionSet(fd, level, name int) {
	if level != syscall.SOL_SOCKET || name != syscall.SO_RCVBUF {
		return
	}
	for m := harrierMailboxes; m != nil; m = m.next {
		if m.fd == fd {
			m.asksLimit()
		}
	}
}

// harrierInMemory reports whether fd is one that the kernel can't read and write, or was.
func (fd *FD) harrierInMemory() bool {
	return fd.Sysfd >= harrierFirstSocket || fd.harrierMailbox != nil || fd.harrierPipe != nil
}

// harrierControls has a descriptor of the kernel's used by code that sets options, as a rule.
func (fd *FD) harrierControls(use func(uintptr)) {
	m := fd.harrierMailbox
	if m == nil {
		fd.harrierDescriptor(func(fd uintptr) bool { use(fd); return true })
		return
	}
	use(uintptr(fd.Sysfd))
	m.asksOptions()
}

// harrierReadsDescriptor has code read a descriptor of the kernel's as that of fd.
func (fd *FD) harrierReadsDescriptor(use func(uintptr) bool) bool {
	if m := fd.harrierMailbox; m != nil {
		m.relays()
		return use(uintptr(fd.Sysfd))
	}
	return fd.harrierDescriptor(use)
}

// harrierDescriptor has a descriptor of the kernel's used as that of fd.
func (fd *FD) harrierDescriptor(use func(uintptr) bool) bool {
	fd.HarrierLeaves()
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
