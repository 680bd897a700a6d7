package dev.harrier.toolchain.patch;

import java.io.IOException;
import java.util.List;

/**
 * The edits that have a controlled run carry connections in memory whose both ends are in the
 * process. What package internal/poll asks of the system for a descriptor it asks of {@code
 * src/main/go/poll}, which asks the system for those that are the kernel's.
 */
final class NetworkEdits {
  private static final String DESCRIPTOR = "internal/poll/fd_unix.go";
  private static final String POSIX = "internal/poll/fd_posix.go";

  private static final List<String> HOOKS =
      List.of(
          "poll/memory.go",
          "poll/streams.go",
          "poll/faults.go",
          "poll/listeners.go",
          "poll/datagrams.go",
          "poll/messages.go",
          "poll/pipes.go",
          "poll/descriptors.go");

  /**
   * A method of package internal/poll for datagrams, and the call into the system that it makes.
   */
  private record Datagrams(String method, String call, String hook) {}

  private static final List<Datagrams> DATAGRAMS =
      List.of(
          new Datagrams("ReadFrom", "syscall.Recvfrom(fd.Sysfd, p, 0)", "harrierRecvfrom(p)"),
          new Datagrams(
              "ReadFromInet4",
              "unix.RecvfromInet4(fd.Sysfd, p, 0, from)",
              "harrierRecvfromInet4(p, from)"),
          new Datagrams(
              "ReadFromInet6",
              "unix.RecvfromInet6(fd.Sysfd, p, 0, from)",
              "harrierRecvfromInet6(p, from)"),
          new Datagrams(
              "ReadMsg",
              "syscall.Recvmsg(fd.Sysfd, p, oob, flags)",
              "harrierRecvmsg(p, oob, flags)"),
          new Datagrams(
              "ReadMsgInet4",
              "unix.RecvmsgInet4(fd.Sysfd, p, oob, flags, sa4)",
              "harrierRecvmsgInet4(p, oob, flags, sa4)"),
          new Datagrams(
              "ReadMsgInet6",
              "unix.RecvmsgInet6(fd.Sysfd, p, oob, flags, sa6)",
              "harrierRecvmsgInet6(p, oob, flags, sa6)"),
          new Datagrams("WriteTo", "syscall.Sendto(fd.Sysfd, p, 0, sa)", "harrierSendto(p, sa)"),
          new Datagrams(
              "WriteToInet4", "unix.SendtoInet4(fd.Sysfd, p, 0, sa)", "harrierSendtoInet4(p, sa)"),
          new Datagrams(
              "WriteToInet6", "unix.SendtoInet6(fd.Sysfd, p, 0, sa)", "harrierSendtoInet6(p, sa)"),
          new Datagrams(
              "WriteMsg",
              "syscall.SendmsgN(fd.Sysfd, p, oob, sa, 0)",
              "harrierSendmsg(p, oob, sa)"),
          new Datagrams(
              "WriteMsgInet4",
              "unix.SendmsgNInet4(fd.Sysfd, p, oob, sa, 0)",
              "harrierSendmsgInet4(p, oob, sa)"),
          new Datagrams(
              "WriteMsgInet6",
              "unix.SendmsgNInet6(fd.Sysfd, p, oob, sa, 0)",
              "harrierSendmsgInet6(p, oob, sa)"));

  private final Goroot goroot;

  /** The hooks of package internal/poll are declared. */
  NetworkEdits(Goroot goroot) {
    this.goroot = goroot;
  }

  void apply() throws PatchException, IOException {
    poller();
    descriptors();
    rawDescriptors();
    options();
    copies();
    sockets();
    pipes();
  }

  /** Which waits are for the environment. */
  private void poller() throws PatchException, IOException {
    GoSource netpoll = goroot.source("runtime/netpoll.go");
    netpoll.addFields("pollDesc", "harrierPlace uint8; harrierEvent bool");
    netpoll
        .function("func poll_runtime_pollOpen(")
        .swap("netpollopen(fd, pd)", "harrierPollOpen(fd, pd)");
    netpoll
        .function("func poll_runtime_pollClose(")
        .swap("netpollclose(pd.fd)", "harrierPollClose(pd)");
    netpoll
        .function("func netpollblock(")
        .swap("gopark(netpollblockcommit,", "gopark(harrierPollCommit(pd),");
    netpoll.function("func netpollunblock(").after("*delta -= 1", "; harrierPollWaited(pd)");
    netpoll.function("func netpollready(").atEntry("pd.harrierEvent = true;");
  }

  private void descriptors() throws PatchException, IOException {
    GoSource fd = goroot.source(DESCRIPTOR);
    fd.replace("\t\"internal/syscall/unix\"\n", "\t\"internal/race\"; \"internal/syscall/unix\"\n");
    fd.addFields("FD", "harrierMailbox *harrierMailbox; harrierPipe *harrierPipe");
    fd.function("func (fd *FD) Init(")
        .before("if err != nil {", "if err == nil { fd.harrierOpened() };");
    fd.function("func (fd *FD) destroy(")
        .swap("fd.SysFile.destroy(fd.Sysfd)", "fd.harrierDestroy()");
    fd.function("func (fd *FD) Read(")
        .swap("ignoringEINTRIO(syscall.Read, fd.Sysfd, p)", "fd.harrierRead(p)");
    fd.function("func (fd *FD) Write(")
        .swap("ignoringEINTRIO(syscall.Write, fd.Sysfd, p[nn:max])", "fd.harrierWrite(p[nn:max])");
    fd.function("func (fd *FD) WriteOnce(")
        .swap("ignoringEINTRIO(syscall.Write, fd.Sysfd, p)", "fd.harrierWrite(p)");
    fd.function("func (fd *FD) Accept(").swap("accept(fd.Sysfd)", "harrierAccept(fd.Sysfd)");
    goroot
        .source(POSIX)
        .function("func (fd *FD) Shutdown(")
        .swap("syscall.Shutdown(fd.Sysfd, how)", "fd.harrierShutdown(how)");
    goroot
        .source("internal/poll/writev.go")
        .function("func (fd *FD) Writev(")
        .before(
            "var iovecs []syscall.Iovec",
            "if fd.harrierInMemory() { return fd.harrierWritev(v) };");
    for (String hooks : HOOKS) {
      fd.append(hooks, HookSources.read(hooks));
    }
  }

  /** Who sees the number of a descriptor gets one of the kernel's. */
  private void rawDescriptors() throws PatchException, IOException {
    GoSource fd = goroot.source(DESCRIPTOR);
    fd.function("func (fd *FD) Dup(").swap("DupCloseOnExec(fd.Sysfd)", "fd.harrierDup()");
    for (String method : List.of("RawRead", "RawWrite")) {
      fd.function("func (fd *FD) " + method + "(")
          .swap("if f(uintptr(fd.Sysfd)) {", "if fd.harrierDescriptor(f) {");
    }
    goroot
        .source(POSIX)
        .function("func (fd *FD) RawControl(")
        .swap("f(uintptr(fd.Sysfd))", "fd.harrierControls(f)");
    for (Datagrams datagrams : DATAGRAMS) {
      fd.function("func (fd *FD) " + datagrams.method() + "(")
          .atEntry("fd.harrierMoves();")
          .swap(datagrams.call(), "fd." + datagrams.hook());
    }
  }

  private void options() throws PatchException, IOException {
    GoSource options = goroot.source("internal/poll/sockopt.go");
    for (String option : List.of("Int", "Linger")) {
      options
          .function("func (fd *FD) Setsockopt" + option + "(")
          .swap("syscall.Setsockopt" + option + "(", "harrierSetsockopt" + option + "(");
    }
    options
        .function("func (fd *FD) GetsockoptInt(")
        .swap("syscall.GetsockoptInt(", "harrierGetsockoptInt(");
  }

  /** The kernel can't copy between its descriptors and memory. */
  private void copies() throws PatchException, IOException {
    goroot
        .source("internal/poll/splice_linux.go")
        .function("func Splice(")
        .atEntry("if dst.harrierInMemory() || src.harrierInMemory() { return 0, false, nil };");
    goroot
        .source("internal/poll/sendfile_unix.go")
        .function("func SendFile(")
        .atEntry("if dstFD.harrierInMemory() { return 0, nil, false };");
  }

  private void sockets() throws PatchException, IOException {
    GoSource sockets = goroot.source("net/sock_posix.go");
    sockets
        .function("func socket(")
        .atEntry(
            "if fd, err, ok := harrierDial(ctx, net, family, sotype, proto, laddr, raddr, ctrlCtxFn); ok {"
                + " return fd, err };");
    sockets
        .function("func (fd *netFD) dial(")
        .swap("syscall.Getsockname(fd.pfd.Sysfd)", "harrierLocal(fd.pfd.Sysfd)")
        .swap("syscall.Getpeername(fd.pfd.Sysfd)", "harrierRemote(fd.pfd.Sysfd)")
        .swap("syscall.Bind(fd.pfd.Sysfd, lsa)", "fd.harrierBind(lsa)")
        .before("if crsa, err = fd.connect(", "fd.harrierBindTo(lsa, rsa);")
        .before("return nil", "fd.harrierReceives(rsa, ctrlCtxFn != nil);");
    sockets
        .function("func (fd *netFD) listenDatagram(")
        .atEntry("harrierGroup := false;")
        .after("addr.IP.IsMulticast() {", "harrierGroup = true;")
        .swap("syscall.Bind(fd.pfd.Sysfd, lsa)", "poll.HarrierBind(fd.pfd.Sysfd, lsa)")
        .after(
            "fd.setAddr(fd.addrFunc()(lsa), nil)",
            "; if harrierGroup { poll.HarrierPosts() } else { fd.harrierReceives(nil, ctrlCtxFn != nil) }");
    sockets
        .function("func (fd *netFD) listenStream(")
        .swap("syscall.Bind(fd.pfd.Sysfd, lsa)", "poll.HarrierBind(fd.pfd.Sysfd, lsa)")
        .after("fd.setAddr(fd.addrFunc()(lsa), nil)", "; fd.harrierListens(lsa)");
    sockets.append("net/memory.go", HookSources.read("net/memory.go"));
    GoSource fd = goroot.source("net/fd_unix.go");
    fd.function("func (fd *netFD) connect(")
        .swap("connectFunc(fd.pfd.Sysfd, ra)", "harrierConnect(fd.pfd.Sysfd, ra)")
        .swap(
            "getsockoptIntFunc(fd.pfd.Sysfd, syscall.SOL_SOCKET, syscall.SO_ERROR)",
            "harrierSocketError(fd.pfd.Sysfd)")
        .swap("syscall.Getpeername(fd.pfd.Sysfd)", "harrierRemote(fd.pfd.Sysfd)");
    fd.function("func (fd *netFD) accept(")
        .swap("syscall.Getsockname(netfd.pfd.Sysfd)", "harrierLocal(netfd.pfd.Sysfd)");
  }

  /** A pipe is in memory until code asks for a descriptor of it. */
  private void pipes() throws PatchException, IOException {
    GoSource pipe = goroot.source("os/pipe2_unix.go");
    pipe.replace("import \"syscall\"\n", "import (\"internal/poll\"; \"syscall\")\n");
    pipe.function("func Pipe(")
        .swap("return newFile(", "r, w = newFile(")
        .swap(
            "kindPipe, false), nil",
            "kindPipe, false); poll.HarrierPipe(&r.pfd, &w.pfd); return r, w, nil");
    goroot
        .source("os/file_unix.go")
        .function("func (f *File) fd(")
        .before("if f.nonblock {", "f.pfd.HarrierLeaves();");
  }
}
