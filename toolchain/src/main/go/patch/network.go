// Connections, datagrams and pipes with both ends in the process are carried in memory.
// What package internal/poll asks of the system for a descriptor it asks of the directory
// poll, which asks the system for those that are the kernel's.

package patch

// Which waits are for the environment.

//harrier:in runtime/netpoll.go

type pollDesc struct {
	harrierPlace uint8
	harrierEvent bool
}

func poll_runtime_pollOpen() {
	//harrier:instead netpollopen(fd, pd)
	harrierPollOpen(fd, pd)
}

func poll_runtime_pollClose() {
	//harrier:instead netpollclose(pd.fd)
	harrierPollClose(pd)
}

func netpollblock() {
	//harrier:instead gopark(netpollblockcommit, unsafe.Pointer(gpp), waitReasonIOWait, traceBlockNet, 5)
	gopark(harrierPollCommit(pd), unsafe.Pointer(gpp), waitReasonIOWait, traceBlockNet, 5)
}

func netpollunblock() {
	//harrier:after *delta -= 1
	harrierPollWaited(pd)
}

func netpollready() {
	pd.harrierEvent = true
}

//harrier:in internal/poll/fd_unix.go

type FD struct {
	harrierMailbox *harrierMailbox
	harrierPipe    *harrierPipe
}

func (fd *FD) Init() {
	//harrier:before if err != nil {
	if err == nil {
		fd.harrierOpened()
	}
}

func (fd *FD) destroy() {
	//harrier:instead fd.SysFile.destroy(fd.Sysfd)
	fd.harrierDestroy()
}

func (fd *FD) Read() {
	//harrier:instead ignoringEINTRIO(syscall.Read, fd.Sysfd, p)
	fd.harrierRead(p)
}

func (fd *FD) Write() {
	//harrier:instead ignoringEINTRIO(syscall.Write, fd.Sysfd, p[nn:max])
	fd.harrierWrite(p[nn:max])
}

func (fd *FD) WriteOnce() {
	//harrier:instead ignoringEINTRIO(syscall.Write, fd.Sysfd, p)
	fd.harrierWrite(p)
}

func (fd *FD) Pwrite() {
	//harrier:instead syscall.Pwrite(fd.Sysfd, p[nn:max], off+int64(nn))
	fd.harrierPwrite(p[nn:max], off+int64(nn))
}

func (fd *FD) Accept() {
	//harrier:instead accept(fd.Sysfd)
	harrierAccept(fd.Sysfd)
}

// What sees the number of a descriptor gets one of the kernel's.

func (fd *FD) Dup() {
	//harrier:instead DupCloseOnExec(fd.Sysfd)
	fd.harrierDup()
}

func (fd *FD) RawRead() {
	//harrier:instead if f(uintptr(fd.Sysfd)) {
	if fd.harrierReadsDescriptor(f) {
	}
}

func (fd *FD) RawWrite() {
	//harrier:instead if f(uintptr(fd.Sysfd)) {
	if fd.harrierDescriptor(f) {
	}
}

func (fd *FD) ReadFrom() {
	fd.harrierMoves()

	//harrier:instead syscall.Recvfrom(fd.Sysfd, p, 0)
	fd.harrierRecvfrom(p)
}

func (fd *FD) ReadFromInet4() {
	fd.harrierMoves()

	//harrier:instead unix.RecvfromInet4(fd.Sysfd, p, 0, from)
	fd.harrierRecvfromInet4(p, from)
}

func (fd *FD) ReadFromInet6() {
	fd.harrierMoves()

	//harrier:instead unix.RecvfromInet6(fd.Sysfd, p, 0, from)
	fd.harrierRecvfromInet6(p, from)
}

func (fd *FD) ReadMsg() {
	fd.harrierMoves()

	//harrier:instead syscall.Recvmsg(fd.Sysfd, p, oob, flags)
	fd.harrierRecvmsg(p, oob, flags)
}

func (fd *FD) ReadMsgInet4() {
	fd.harrierMoves()

	//harrier:instead unix.RecvmsgInet4(fd.Sysfd, p, oob, flags, sa4)
	fd.harrierRecvmsgInet4(p, oob, flags, sa4)
}

func (fd *FD) ReadMsgInet6() {
	fd.harrierMoves()

	//harrier:instead unix.RecvmsgInet6(fd.Sysfd, p, oob, flags, sa6)
	fd.harrierRecvmsgInet6(p, oob, flags, sa6)
}

func (fd *FD) WriteTo() {
	fd.harrierMoves()

	//harrier:instead syscall.Sendto(fd.Sysfd, p, 0, sa)
	fd.harrierSendto(p, sa)
}

func (fd *FD) WriteToInet4() {
	fd.harrierMoves()

	//harrier:instead unix.SendtoInet4(fd.Sysfd, p, 0, sa)
	fd.harrierSendtoInet4(p, sa)
}

func (fd *FD) WriteToInet6() {
	fd.harrierMoves()

	//harrier:instead unix.SendtoInet6(fd.Sysfd, p, 0, sa)
	fd.harrierSendtoInet6(p, sa)
}

func (fd *FD) WriteMsg() {
	fd.harrierMoves()

	//harrier:instead syscall.SendmsgN(fd.Sysfd, p, oob, sa, 0)
	fd.harrierSendmsg(p, oob, sa)
}

func (fd *FD) WriteMsgInet4() {
	fd.harrierMoves()

	//harrier:instead unix.SendmsgNInet4(fd.Sysfd, p, oob, sa, 0)
	fd.harrierSendmsgInet4(p, oob, sa)
}

func (fd *FD) WriteMsgInet6() {
	fd.harrierMoves()

	//harrier:instead unix.SendmsgNInet6(fd.Sysfd, p, oob, sa, 0)
	fd.harrierSendmsgInet6(p, oob, sa)
}

//harrier:in internal/poll/fd_fsync_posix.go

func (fd *FD) Fsync() {
	//harrier:instead syscall.Fsync(fd.Sysfd)
	fd.harrierFsync(syscall.Fsync)
}

//harrier:in internal/poll/fd_posix.go

func (fd *FD) Shutdown() {
	//harrier:instead syscall.Shutdown(fd.Sysfd, how)
	fd.harrierShutdown(how)
}

func (fd *FD) RawControl() {
	//harrier:instead f(uintptr(fd.Sysfd))
	fd.harrierControls(f)
}

//harrier:in internal/poll/writev.go

func (fd *FD) Writev() {
	//harrier:before var iovecs []syscall.Iovec
	if fd.harrierInMemory() {
		return fd.harrierWritev(v)
	}
}

//harrier:in internal/poll/sockopt.go

func (fd *FD) SetsockoptInt() {
	//harrier:instead syscall.SetsockoptInt(fd.Sysfd, level, name, arg)
	harrierSetsockoptInt(fd.Sysfd, level, name, arg)
}

func (fd *FD) SetsockoptLinger() {
	//harrier:instead syscall.SetsockoptLinger(fd.Sysfd, level, name, l)
	harrierSetsockoptLinger(fd.Sysfd, level, name, l)
}

func (fd *FD) GetsockoptInt() {
	//harrier:instead syscall.GetsockoptInt(fd.Sysfd, level, name)
	harrierGetsockoptInt(fd.Sysfd, level, name)
}

// The kernel can't copy between its descriptors and memory.

//harrier:in internal/poll/splice_linux.go

func Splice() {
	if dst.harrierInMemory() || src.harrierInMemory() {
		return 0, false, nil
	}
}

//harrier:in internal/poll/sendfile_unix.go

func SendFile() {
	if dstFD.harrierInMemory() {
		return 0, nil, false
	}
}

//harrier:in net/sock_posix.go

func socket() {
	if fd, err, ok := harrierDial(ctx, net, family, sotype, proto, laddr, raddr, ctrlCtxFn); ok {
		return fd, err
	}
}

func (fd *netFD) dial() {
	//harrier:instead syscall.Getsockname(fd.pfd.Sysfd)
	harrierLocal(fd.pfd.Sysfd)

	//harrier:instead syscall.Getpeername(fd.pfd.Sysfd)
	harrierRemote(fd.pfd.Sysfd)

	//harrier:instead syscall.Bind(fd.pfd.Sysfd, lsa)
	fd.harrierBind(lsa)

	//harrier:before if crsa, err = fd.connect(ctx, lsa, rsa); err != nil {
	fd.harrierBindTo(lsa, rsa)

	//harrier:before return nil
	fd.harrierReceives(rsa, ctrlCtxFn != nil)
}

func (fd *netFD) listenDatagram() {
	harrierGroup := false

	//harrier:after if addr.IP != nil && addr.IP.IsMulticast() {
	harrierGroup = true

	//harrier:instead syscall.Bind(fd.pfd.Sysfd, lsa)
	poll.HarrierBind(fd.pfd.Sysfd, lsa)

	//harrier:after fd.setAddr(fd.addrFunc()(lsa), nil)
	if harrierGroup {
		poll.HarrierPosts()
	} else {
		fd.harrierReceives(nil, ctrlCtxFn != nil)
	}
}

func (fd *netFD) listenStream() {
	//harrier:instead syscall.Bind(fd.pfd.Sysfd, lsa)
	poll.HarrierBind(fd.pfd.Sysfd, lsa)

	//harrier:after fd.setAddr(fd.addrFunc()(lsa), nil)
	fd.harrierListens(lsa)
}

//harrier:in net/fd_unix.go

func (fd *netFD) connect() {
	//harrier:instead connectFunc(fd.pfd.Sysfd, ra)
	harrierConnect(fd.pfd.Sysfd, ra)

	//harrier:instead getsockoptIntFunc(fd.pfd.Sysfd, syscall.SOL_SOCKET, syscall.SO_ERROR)
	harrierSocketError(fd.pfd.Sysfd)

	//harrier:instead syscall.Getpeername(fd.pfd.Sysfd)
	harrierRemote(fd.pfd.Sysfd)
}

func (fd *netFD) accept() {
	//harrier:instead syscall.Getsockname(netfd.pfd.Sysfd)
	harrierLocal(netfd.pfd.Sysfd)
}

// The ends of a net.Pipe may be parted.

//harrier:in net/pipe.go

type pipe struct {
	harrierPeer   *pipe
	harrierParted bool
	harrierLeft   bool // by its own end
	harrierPassed int
}

func Pipe() {
	//harrier:before return p1, p2
	p1.harrierPeer, p2.harrierPeer = p2, p1
}

func (p *pipe) Read() {
	//harrier:instead p.read(b)
	p.harrierRead(b)
}

func (p *pipe) read() {
	//harrier:instead nr := copy(b, bw)
	nr := copy(p.harrierPart(b, len(bw)), bw)
}

func (p *pipe) Write() {
	//harrier:instead p.write(b)
	p.harrierWrite(b)
}

func (p *pipe) Close() {
	p.harrierLeft = true
}

// A pipe is in memory until code asks for a descriptor of it.

//harrier:in os/pipe2_unix.go

func Pipe() {
	//harrier:instead return newFile(p[0], "|0", kindPipe, false), newFile(p[1], "|1", kindPipe, false), nil
	r, w = newFile(p[0], "|0", kindPipe, false), newFile(p[1], "|1", kindPipe, false)
	poll.HarrierPipe(&r.pfd, &w.pfd)
	return r, w, nil
}

//harrier:in os/file_unix.go

func (f *File) fd() {
	//harrier:before if f.nonblock {
	f.pfd.HarrierLeaves()
}
