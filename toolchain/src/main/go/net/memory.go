// The network in memory, as sockets are made: ../poll/memory.go.

package net

import (
	"context"
	"internal/poll"
	"os"
	"syscall"
)

// harrierDial dials a listener of this process; ok is false if raddr is none's.
func harrierDial(ctx context.Context, net string, family, sotype, proto int, laddr, raddr sockaddr, ctrlCtxFn func(context.Context, string, string, syscall.RawConn) error) (fd *netFD, err error, ok bool) {
	if raddr == nil || sotype != syscall.SOCK_STREAM || proto != 0 {
		return nil, nil, false
	}
	if from, _ := laddr.(*TCPAddr); from != nil && from.Port != 0 && ctrlCtxFn != nil {
		return nil, nil, false // an option may let it share the port: the kernel knows
	}
	var local, remote syscall.Sockaddr
	if laddr != nil {
		if local, err = laddr.sockaddr(family); err != nil {
			return nil, nil, false
		}
	}
	if remote, err = raddr.sockaddr(family); err != nil {
		return nil, nil, false
	}
	number, err, ok := poll.HarrierDials(family, local, remote)
	if err != nil || !ok {
		return nil, os.NewSyscallError("bind", err), ok
	}
	// newFD has another result in Go 1.27.
	fd = &netFD{pfd: poll.FD{Sysfd: number, IsStream: true, ZeroReadIsEOF: true}, family: family, sotype: sotype, net: net}
	if err := fd.dial(ctx, nil, raddr, ctrlCtxFn); err != nil {
		fd.Close()
		return nil, err, true
	}
	return fd, nil, true
}

// harrierConnect is connectFunc.
func harrierConnect(fd int, remote syscall.Sockaddr) error {
	if err, ok := poll.HarrierConnect(fd); ok {
		return err
	}
	return connectFunc(fd, remote)
}

// harrierSocketError is getsockoptIntFunc of SO_ERROR.
func harrierSocketError(fd int) (int, error) {
	if err, ok := poll.HarrierConnected(fd); ok {
		return int(err), nil
	}
	return getsockoptIntFunc(fd, syscall.SOL_SOCKET, syscall.SO_ERROR)
}

// harrierLocal is syscall.Getsockname.
func harrierLocal(fd int) (syscall.Sockaddr, error) {
	if local, _, ok := poll.HarrierNames(fd); ok {
		return local, nil
	}
	return syscall.Getsockname(fd)
}

// harrierRemote is syscall.Getpeername.
func harrierRemote(fd int) (syscall.Sockaddr, error) {
	if _, remote, ok := poll.HarrierNames(fd); ok {
		return remote, nil
	}
	return syscall.Getpeername(fd)
}

// harrierListens is called when fd listens.
func (fd *netFD) harrierListens(local syscall.Sockaddr) {
	if fd.sotype == syscall.SOCK_STREAM {
		fd.pfd.HarrierListens(fd.family, local, fd.family == syscall.AF_INET6 && fd.net[len(fd.net)-1] == '6')
	}
}

// harrierBind is syscall.Bind of a socket that is to be connected.
func (fd *netFD) harrierBind(local syscall.Sockaddr) error {
	if fd.sotype == syscall.SOCK_DGRAM {
		return poll.HarrierBind(fd.pfd.Sysfd, local)
	}
	return syscall.Bind(fd.pfd.Sysfd, local)
}

// harrierBindTo gives a socket for datagrams that is about to be connected to loopback, and
// has no address, the one that it would be given, with a port that follows from the run.
func (fd *netFD) harrierBindTo(local, remote syscall.Sockaddr) {
	if fd.sotype == syscall.SOCK_DGRAM && local == nil {
		poll.HarrierBindTo(fd.pfd.Sysfd, fd.family, remote)
	}
}

// harrierReceives is called when fd has its addresses; remote is nil if it is not connected.
func (fd *netFD) harrierReceives(remote syscall.Sockaddr, optionsSet bool) {
	if fd.sotype != syscall.SOCK_DGRAM {
		return
	}
	if local, err := syscall.Getsockname(fd.pfd.Sysfd); err == nil {
		fd.pfd.HarrierReceives(fd.family, local, remote, fd.family == syscall.AF_INET6 && fd.net[len(fd.net)-1] == '6', optionsSet)
	}
}
