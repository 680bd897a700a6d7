// What package internal/poll calls instead of the system to send and to receive datagrams: it
// looks into the mailbox of a socket first, and asks the system for what the mailbox leaves to it.

package poll

import (
	"internal/race"
	"internal/syscall/unix"
	"syscall"
	"unsafe"
)

// harrierTake receives into p; d is nil if there is an error, and ok is false if the kernel
// is to be asked.
func (fd *FD) harrierTake(p []byte) (n int, d *harrierDatagram, err error, ok bool) {
	m := fd.harrierMailbox
	if m == nil {
		return 0, nil, nil, false
	}
	d, errno, ok := m.receive()
	if d == nil {
		return -1, nil, harrierErr(errno), ok
	}
	n = d.read(p)
	if race.Enabled {
		if n > 0 {
			race.WriteRange(unsafe.Pointer(&p[0]), n)
		}
		race.Acquire(unsafe.Pointer(d.sent))
	}
	harrierRecorded(p, n, nil)
	return n, d, nil, true
}

//go:norace
func (d *harrierDatagram) read(p []byte) int { return harrierCopy(p, d.data) }

// harrierAsked is called with the kernel's answer to a receive.
func (fd *FD) harrierAsked(err error) error {
	if err == syscall.EAGAIN && fd.harrierMailbox != nil {
		harrierPollEmpty(fd.pd.runtimeCtx)
	}
	return err
}

// harrierPost sends p; ok is false if the kernel is to.
func (fd *FD) harrierPost(p []byte, to *harrierAddress) (err error, ok bool) {
	m := fd.harrierMailbox
	if m == nil {
		return nil, false
	}
	d, errno, ok := m.send(p, to)
	if d != nil && race.Enabled {
		if len(p) > 0 {
			race.ReadRange(unsafe.Pointer(&p[0]), len(p))
		}
		race.ReleaseMerge(unsafe.Pointer(d.sent))
	}
	if errno == 0 && ok {
		harrierRecorded(p, len(p), nil)
	}
	return harrierErr(errno), ok
}

// harrierPosts is called with the kernel's answer to a send; to is nil if it went to the peer of
// a connected socket.
func (fd *FD) harrierPosts(err error, to *harrierAddress) error {
	if err == nil && fd.harrierMailbox != nil {
		fd.harrierMailbox.posts(to)
	}
	return err
}

// harrierRelay has the kernel send what no mailbox takes, once, or as is decided.
func (fd *FD) harrierRelay(to *harrierAddress, send func() error) error {
	times := 1
	if harrierFaulty != 0 && fd.harrierMailbox != nil {
		times = fd.harrierMailbox.mayRelayAmiss(to)
	}
	for ; times > 0; times-- {
		if err := fd.harrierPosts(send(), to); err != nil {
			return err
		}
	}
	return nil
}

func harrierAddress4(sa *syscall.SockaddrInet4) *harrierAddress {
	a := &harrierAddress{ip: harrierMapped, port: sa.Port}
	copy(a.ip[12:], sa.Addr[:])
	return a
}

// harrierAddress6 is nowhere if sa has a zone.
func harrierAddress6(sa *syscall.SockaddrInet6) *harrierAddress {
	if sa.ZoneId != 0 {
		return new(harrierAddress)
	}
	return &harrierAddress{ip: sa.Addr, port: sa.Port}
}

// sender is where a datagram comes from, for a socket of that family.
//
//go:norace
func (d *harrierDatagram) sender(family int) syscall.Sockaddr {
	if family == syscall.AF_UNIX {
		return d.name
	}
	return d.from.sockaddr(family)
}

// harrierRecvfrom is syscall.Recvfrom.
func (fd *FD) harrierRecvfrom(p []byte) (int, syscall.Sockaddr, error) {
	n, d, err, ok := fd.harrierTake(p)
	if !ok {
		n, from, err := syscall.Recvfrom(fd.Sysfd, p, 0)
		return n, from, fd.harrierAsked(err)
	}
	if d == nil {
		return n, nil, err
	}
	return n, d.sender(fd.harrierMailbox.family), nil
}

// harrierRecvfromInet4 is unix.RecvfromInet4.
func (fd *FD) harrierRecvfromInet4(p []byte, from *syscall.SockaddrInet4) (int, error) {
	n, d, err, ok := fd.harrierTake(p)
	if !ok {
		n, err := unix.RecvfromInet4(fd.Sysfd, p, 0, from)
		return n, fd.harrierAsked(err)
	}
	if d != nil {
		*from = syscall.SockaddrInet4{Port: d.from.port, Addr: [4]byte(d.from.ip[12:])}
	}
	return n, err
}

// harrierRecvfromInet6 is unix.RecvfromInet6.
func (fd *FD) harrierRecvfromInet6(p []byte, from *syscall.SockaddrInet6) (int, error) {
	n, d, err, ok := fd.harrierTake(p)
	if !ok {
		n, err := unix.RecvfromInet6(fd.Sysfd, p, 0, from)
		return n, fd.harrierAsked(err)
	}
	if d != nil {
		*from = syscall.SockaddrInet6{Port: d.from.port, Addr: d.from.ip}
	}
	return n, err
}

// harrierRecvmsg is syscall.Recvmsg.
func (fd *FD) harrierRecvmsg(p, oob []byte, flags int) (n, oobn, got int, from syscall.Sockaddr, err error) {
	n, d, err, ok := fd.harrierTake(p)
	if !ok {
		n, oobn, got, from, err = syscall.Recvmsg(fd.Sysfd, p, oob, flags)
		return n, oobn, got, from, fd.harrierAsked(err)
	}
	if d != nil {
		oobn, got = fd.harrierMailbox.control(d, p, oob, flags)
		from = d.sender(fd.harrierMailbox.family)
	}
	return
}

// harrierRecvmsgInet4 is unix.RecvmsgInet4.
func (fd *FD) harrierRecvmsgInet4(p, oob []byte, flags int, from *syscall.SockaddrInet4) (n, oobn, got int, err error) {
	n, d, err, ok := fd.harrierTake(p)
	if !ok {
		n, oobn, got, err = unix.RecvmsgInet4(fd.Sysfd, p, oob, flags, from)
		return n, oobn, got, fd.harrierAsked(err)
	}
	if d != nil {
		oobn, got = fd.harrierMailbox.control(d, p, oob, flags)
		*from = syscall.SockaddrInet4{Port: d.from.port, Addr: [4]byte(d.from.ip[12:])}
	}
	return
}

// harrierRecvmsgInet6 is unix.RecvmsgInet6.
func (fd *FD) harrierRecvmsgInet6(p, oob []byte, flags int, from *syscall.SockaddrInet6) (n, oobn, got int, err error) {
	n, d, err, ok := fd.harrierTake(p)
	if !ok {
		n, oobn, got, err = unix.RecvmsgInet6(fd.Sysfd, p, oob, flags, from)
		return n, oobn, got, fd.harrierAsked(err)
	}
	if d != nil {
		oobn, got = fd.harrierMailbox.control(d, p, oob, flags)
		*from = syscall.SockaddrInet6{Port: d.from.port, Addr: d.from.ip}
	}
	return
}

// harrierSendto is syscall.Sendto.
func (fd *FD) harrierSendto(p []byte, to syscall.Sockaddr) error {
	var at *harrierAddress
	if fd.harrierMailbox != nil { // only then, for an address may be looked up by the kernel
		address, known := harrierAddressOf(to)
		if known {
			if err, ok := fd.harrierPost(p, &address); ok {
				return err
			}
		}
		at = &address
	}
	return fd.harrierRelay(at, func() error { return syscall.Sendto(fd.Sysfd, p, 0, to) })
}

// harrierSendtoInet4 is unix.SendtoInet4.
func (fd *FD) harrierSendtoInet4(p []byte, to *syscall.SockaddrInet4) error {
	at := harrierAddress4(to)
	if err, ok := fd.harrierPost(p, at); ok {
		return err
	}
	return fd.harrierRelay(at, func() error { return unix.SendtoInet4(fd.Sysfd, p, 0, to) })
}

// harrierSendtoInet6 is unix.SendtoInet6.
func (fd *FD) harrierSendtoInet6(p []byte, to *syscall.SockaddrInet6) error {
	at := harrierAddress6(to)
	if err, ok := fd.harrierPost(p, at); ok {
		return err
	}
	return fd.harrierRelay(at, func() error { return unix.SendtoInet6(fd.Sysfd, p, 0, to) })
}

// harrierPostWith is harrierPost with control messages, and says how much was sent.
func (fd *FD) harrierPostWith(p, oob []byte, to *harrierAddress) (n int, err error, ok bool) {
	if fd.harrierMailbox == nil || len(oob) > 0 && !fd.harrierMailbox.sendsAsUsual(oob, to) {
		return 0, nil, false
	}
	if err, ok = fd.harrierPost(p, to); err == nil && ok {
		n = len(p)
	}
	return
}

// harrierSendmsg is syscall.SendmsgN.
func (fd *FD) harrierSendmsg(p, oob []byte, to syscall.Sockaddr) (n int, err error) {
	var at *harrierAddress
	if to != nil && fd.harrierMailbox != nil {
		address, known := harrierAddressOf(to)
		if !known {
			address = harrierAddress{}
		}
		at = &address
	}
	if n, err, ok := fd.harrierPostWith(p, oob, at); ok {
		return n, err
	}
	n = len(p)
	err = fd.harrierRelay(at, func() error {
		n, err = syscall.SendmsgN(fd.Sysfd, p, oob, to, 0)
		return err
	})
	return n, err
}

// harrierSendmsgInet4 is unix.SendmsgNInet4.
func (fd *FD) harrierSendmsgInet4(p, oob []byte, to *syscall.SockaddrInet4) (n int, err error) {
	var at *harrierAddress
	if to != nil {
		at = harrierAddress4(to)
	}
	if n, err, ok := fd.harrierPostWith(p, oob, at); ok {
		return n, err
	}
	n = len(p)
	err = fd.harrierRelay(at, func() error {
		n, err = unix.SendmsgNInet4(fd.Sysfd, p, oob, to, 0)
		return err
	})
	return n, err
}

// harrierSendmsgInet6 is unix.SendmsgNInet6.
func (fd *FD) harrierSendmsgInet6(p, oob []byte, to *syscall.SockaddrInet6) (n int, err error) {
	var at *harrierAddress
	if to != nil {
		at = harrierAddress6(to)
	}
	if n, err, ok := fd.harrierPostWith(p, oob, at); ok {
		return n, err
	}
	n = len(p)
	err = fd.harrierRelay(at, func() error {
		n, err = unix.SendmsgNInet6(fd.Sysfd, p, oob, to, 0)
		return err
	})
	return n, err
}
