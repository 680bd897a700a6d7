// Executions without a start of their own (as AFL's fork server has them): the process
// stops where the tests begin, and each execution is a copy of it, made by clone without
// exec. A copy has the calling thread only, so there must be one: nothing that starts
// threads runs before, and sysmon begins in the copy.
//
// HARRIER_FORK names (by an absolute path) the directory for the trace, which begins
// with what happens before the tests. All copies write to this one file, mapped before
// they were made, each when the one before has been read. Requests come through one descriptor, of requestSize
// bytes each, and answers of eight bytes go through another: first whether copies can be
// made at all, then for each request the process id of the copy and, when it has ended,
// how. It stays a zombie until the next request, so that its id is no other one's.

package runtime

import "unsafe"

const (
	harrierRequests    = 3
	harrierAnswers     = 4
	harrierRequestSize = 4096
	harrierRequestPlan = 1024 // whether there is a plan
	harrierRequestRun  = 1025 // the pattern of the tests that are to run
)

// Why no copies can be made; 0 if they can.
const (
	harrierHasThreads = iota + 1
	harrierHasDescriptors
	harrierHasC
	harrierHasCalledSystem
	harrierHasNoTrace
)

var (
	harrierForking   bool   // copies are to be made of this process
	harrierOrigin    uint64 // what a child that another controlled process started draws begins with; else 0
	harrierCopyOrder [harrierRequestSize]byte
)

// harrierSeedOf is that of the numbers which the program draws. Before its tests begin
// they follow from no seed: what a copy and a process of its own draw there is the same.
func harrierSeedOf() uint64 {
	if harrierBeforeTests {
		return harrierOrigin
	}
	return harrierSeed ^ harrierOrigin
}

var harrierBeforeTests bool

// harrierBeginTests is called when the program is a test binary, before its first test.
// Until here the process ran in the default order of no seed, whatever its schedule says, so
// that a copy and a process of its own have the same one: strategy and plan begin here. Each
// goroutine has drawn as many numbers as before, and of the seed from now on.
func harrierBeginTests(planned bool) {
	harrierBeforeTests = false
	harrierReadControl()
	if planned {
		harrierReadPlan(gogetenv("HARRIER_PLAN"))
	}
	harrierEachG(func(gp *g) {
		if gp.harrierName == 0 || readgstatus(gp)&^_Gscan == _Gdead {
			return
		}
		drawn := gp.harrierRng - harrierMix(harrierOrigin^harrierMix(gp.harrierName))
		gp.harrierRng = harrierMix(harrierSeedOf()^harrierMix(gp.harrierName)) + drawn
		gp.harrierPriority = harrierMix(gp.harrierRng)>>1 | 1<<63
		gp.harrierDelayed = harrierMustDelay(gp)
		if gp.harrierAt != 0 {
			harrierCandidateAt(gp.harrierAt - 1).priority = gp.harrierPriority
			if gp.harrierDelayed {
				harrierDelayedOnes++
			}
		}
	})
}

func harrierIsTestBinary() bool {
	const flag = "-test."
	for i := int32(1); i < argc; i++ {
		p := argv_index(argv, i)
		if s := unsafe.String(p, findnull(p)); len(s) > len(flag) && s[:len(flag)] == flag {
			return true
		}
	}
	return false
}

// harrierTestsAt is called where the tests begin. In a copy it returns the pattern of
// those that are to run; a process of its own knows it already.
//
//go:linkname harrierTestsAt
func harrierTestsAt() string {
	gp := getg()
	if harrierSerial == 0 || !harrierBeforeTests {
		return ""
	}
	if !harrierForking {
		harrierBeginTests(true)
		return ""
	}
	harrierForking = false
	why := harrierWhyNoCopies(gp)
	harrierAnswer(int64(why))
	copied := false
	if why == 0 {
		systemstack(func() { copied = harrierServe() })
	}
	if !copied {
		exit(0)
	}
	harrierBegun(gp)
	run := harrierCopyOrder[harrierRequestRun:]
	return unsafe.String(&run[0], findnull(&run[0]))
}

func harrierWhyNoCopies(gp *g) int {
	switch {
	case harrierOn == 0:
		return harrierHasNoTrace
	case iscgo:
		return harrierHasC
	case mcount() != 1:
		return harrierHasThreads
	case harrierNotCopied:
		return harrierHasCalledSystem
	}
	const last = 256
	for fd := uintptr(harrierAnswers + 1); fd < last; fd++ {
		if _, errno := harrierSyscall(harrierSysFcntl, fd, 1 /* F_GETFD */, 0, 0, 0, 0); errno == 0 && !netpollIsPollDescriptor(fd) {
			return harrierHasDescriptors
		}
	}
	return 0
}

// harrierNotCopied says that the program has, before its tests, asked the system for more than a
// look at a file: what it did is done once for all copies, and its process id is not theirs.
var harrierNotCopied bool

// harrierOnlyReads reports whether a call into the system, with these of its arguments, looks
// at files and changes nothing.
//
//go:nosplit
func harrierOnlyReads(trap, a2, a3 uintptr) bool {
	switch trap {
	case harrierSysRead, harrierSysPread, harrierSysLseek, harrierSysClose, harrierSysFstat, harrierSysFstatat, harrierSysStatx,
		harrierSysGetdents, harrierSysReadlinkat, harrierSysFaccessat, harrierSysGetcwd, harrierSysUname, harrierSysFcntl:
		return true
	case harrierSysOpenat:
		return a3&0x243 == 0 // O_WRONLY, O_RDWR, O_CREAT, O_TRUNC
	case harrierSysIoctl:
		return a2 == 0x5401 || a2 == 0x5413 // is it a terminal, and how large
	}
	return false
}

// harrierRefuseCopies is called where the process changes something, or learns something of
// itself, that a copy would not have: if it is the program's own doing, no copies are made.
//
//go:nosplit
func harrierRefuseCopies() {
	gp := getg()
	if harrierNotCopied || gp.m == nil || gp != gp.m.curg || gp.harrierName == 0 {
		return
	}
	fp := getfp()
	systemstack(func() { harrierNotCopied = harrierCounts(gp, fp, harrierSystemInput) })
}

func harrierAnswer(value int64) {
	write1(harrierAnswers, unsafe.Pointer(&value), int32(unsafe.Sizeof(value)))
}

func harrierNextRequest() bool {
	for n := int32(0); n < harrierRequestSize; {
		m := read(harrierRequests, unsafe.Pointer(&harrierCopyOrder[n]), harrierRequestSize-n)
		if m == -harrierEINTR {
			continue
		}
		if m <= 0 {
			return false // no request comes any more
		}
		n += m
	}
	return true
}

// harrierTraceSoFar is what each copy's trace begins with: a piece of mapped memory, and
// what stands there before the tests.
var harrierTraceSoFar [3]struct{ at, kept, size uintptr }

// harrierKeepTrace is called before the first copy is made.
func harrierKeepTrace() bool {
	harrierTraceSoFar[0].at, harrierTraceSoFar[0].size = harrierHeader, harrierHeaderSize
	for i, b := range [...]*harrierBuffer{&allp[0].harrier, &harrierLoose} {
		if b.slot != 0 {
			piece := &harrierTraceSoFar[i+1]
			piece.at, piece.size = b.slot, b.pos+8-b.slot // with the zero word at its end
		}
	}
	for i := range harrierTraceSoFar {
		piece := &harrierTraceSoFar[i]
		if piece.size == 0 {
			continue
		}
		p, errno := harrierSyscall(harrierSysMmap, 0, piece.size, _PROT_READ|_PROT_WRITE, 0x22 /* MAP_PRIVATE|MAP_ANONYMOUS */, ^uintptr(0), 0)
		if errno != 0 {
			return false
		}
		memmove(unsafe.Pointer(p), unsafe.Pointer(piece.at), piece.size)
		piece.kept = p
	}
	return true
}

// harrierRestoreTrace takes out of the trace what the last copy has written. What stands
// past the zero word of a slot is no record (harrierBegin).
func harrierRestoreTrace() {
	harrierTruncate(harrierHeaderSize + int64(harrierChunks.Load())*harrierChunkSize)
	for i := range harrierTraceSoFar {
		piece := &harrierTraceSoFar[i]
		if piece.size != 0 {
			memmove(unsafe.Pointer(piece.at), unsafe.Pointer(piece.kept), piece.size)
		}
	}
}

// harrierServe makes a copy for each request, and waits for its end: true in the copies.
func harrierServe() bool {
	server := harrierPid()
	if !harrierKeepTrace() {
		return false
	}
	for harrierNextRequest() {
		harrierRestoreTrace()
		pid, errno := harrierSyscall(harrierSysClone, 17 /* SIGCHLD */, 0, 0, 0, 0, 0)
		if errno != 0 {
			return false
		}
		if pid == 0 {
			harrierSyscall(harrierSysPrctl, 1 /* PR_SET_PDEATHSIG */, 9 /* SIGKILL */, 0, 0, 0, 0)
			if harrierParent() != server {
				exit(1) // it has ended meanwhile
			}
			return true
		}
		// Both sides do it: the side that asks may end the group at once.
		harrierSyscall(harrierSysSetpgid, pid, pid, 0, 0, 0, 0)
		harrierAnswer(int64(pid))
		status := harrierAwaitEnd(pid)
		harrierSyscall(harrierSysKill, -pid, 9, 0, 0, 0, 0)
		harrierAnswer(status)
		if !harrierReap(pid) {
			return false
		}
	}
	return false
}

// harrierAwaitEnd is how a copy ended, as wait has it; it stays a zombie.
func harrierAwaitEnd(pid uintptr) int64 {
	const exited, noWait = 4, 0x01000000
	var info [128]byte
	for {
		_, errno := harrierSyscall(harrierSysWaitid, 1 /* P_PID */, pid, uintptr(noescape(unsafe.Pointer(&info))), exited|noWait, 0, 0)
		if errno != harrierEINTR {
			break
		}
	}
	code, status := *(*int32)(unsafe.Pointer(&info[8])), *(*int32)(unsafe.Pointer(&info[24]))
	if code == 1 /* CLD_EXITED */ {
		return int64(status) << 8
	}
	return int64(status)
}

// harrierReap takes leave of a copy when the next request has begun to arrive, or never
// will.
func harrierReap(pid uintptr) bool {
	var waits [2]int32 // a pollfd
	waits[0] = harrierRequests
	*(*int16)(unsafe.Pointer(&waits[1])) = 1 // POLLIN
	harrierSyscall(harrierSysPoll, uintptr(noescape(unsafe.Pointer(&waits))), 1, 0, 0, 0, 0)
	_, errno := harrierSyscall(harrierSysWaitid, 1 /* P_PID */, pid, 0, 4 /* WEXITED */, 0, 0)
	return errno == 0
}

// harrierPutEnv writes a value over that of a variable, which has to be as long, both where the
// system left it and where package os reads it: processes that this one starts find it as well.
func harrierPutEnv(prefix string, value []byte) {
	if early := harrierEarlyEnv(prefix); len(early) > 0 {
		copy(unsafe.Slice(unsafe.StringData(early), len(early)), value)
	}
	for _, s := range envs {
		if len(s) > len(prefix) && s[:len(prefix)] == prefix {
			copy(unsafe.Slice(unsafe.StringData(s), len(s))[len(prefix):], value)
		}
	}
}

// harrierBegun makes a copy a process like one that was started for this execution.
func harrierBegun(gp *g) {
	none := []byte{'-'} // no path begins so
	harrierSyscall(harrierSysSetpgid, 0, 0, 0, 0, 0, 0)
	closefd(harrierRequests)
	closefd(harrierAnswers)
	gp.m.procid = uint64(gettid())
	if netpollInited.Load() != 0 {
		closefd(epfd)
		closefd(int32(netpollEventFd))
		netpollinit()
	}
	harrierPut(harrierHeader+16, uint64(harrierPid()))
	harrierPutEnv("HARRIER_CONTROL=", harrierCopyOrder[:harrierRequestPlan])
	harrierPutEnv("HARRIER_FORK=", none) // they make no copies
	if harrierCopyOrder[harrierRequestPlan] == 0 {
		harrierPutEnv("HARRIER_PLAN=", none) // the file has that of another execution
	}
	harrierBeginTests(harrierCopyOrder[harrierRequestPlan] != 0)
	systemstack(func() { newm(sysmon, nil, -1) })
}
