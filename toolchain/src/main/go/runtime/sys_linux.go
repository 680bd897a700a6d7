// The few system calls of Linux that the trace file needs. harrierSyscall is
// in syscall.go or syscall_linux.go: what makes one is called differently from Go to Go.

package runtime

import (
	"internal/runtime/atomic"
	"unsafe"
)

const (
	harrierEINTR       = 4
	harrierENFILE      = 23
	harrierEMFILE      = 24
	harrierENOSPC      = 28
	harrierENOSYS      = 38
	harrierENoAllocate = 95 // EOPNOTSUPP
	harrierEDQUOT      = 122

	// harrierGrowChunks is how much longer the file is made than it need be.
	harrierGrowChunks = 1024

	harrierCreateFlags  = 0x80000 | 0x80 | 0x40 | 2 // O_CLOEXEC, O_EXCL, O_CREAT, O_RDWR
	harrierReopenFlags  = 0x80000 | 2
	harrierAtWorkingDir = ^uintptr(99)
)

func harrierOpen(create bool) (fd, errno uintptr) {
	flags := uintptr(harrierReopenFlags)
	if create {
		flags = harrierCreateFlags
	}
	return harrierSyscall(harrierSysOpenat, harrierAtWorkingDir, uintptr(unsafe.Pointer(&harrierPath)), flags, 0o644, 0, 0)
}

// harrierAllocate sets space aside for a piece of the file.
func harrierAllocate(fd uintptr, off int64, size uintptr) (errno uintptr) {
	_, errno = harrierSyscall(harrierSysFallocate, fd, 0, uintptr(off), size, 0, 0)
	return
}

func harrierMap(fd uintptr, off int64, size uintptr) (p, errno uintptr) {
	return harrierSyscall(harrierSysMmap, 0, size, _PROT_READ|_PROT_WRITE, 1 /* MAP_SHARED */, fd, uintptr(off))
}

func harrierUnmap(p, size uintptr) {
	harrierSyscall(harrierSysMunmap, p, size, 0, 0, 0, 0)
}

func harrierPwrite(fd, from, size uintptr, off int64) (n, errno uintptr) {
	return harrierSyscall(harrierSysPwrite, fd, from, size, uintptr(off), 0, 0)
}

var (
	harrierGrowMu atomic.Uint32
	harrierGrown  int64 // the file is at least so long
)

// harrierMapClosed maps a place of the file where the program has used up all
// descriptors: a mapping can be had from another one of the same file, the
// header's, and the file be made longer by its name. What is mapped so is
// sparse; if the disk fills up at the same time, the program dies of SIGBUS.
func harrierMapClosed(off int64, size uintptr) (p, errno uintptr) {
	harrierNotice(harrierNoDescriptor)
	harrierLock(&harrierGrowMu)
	if end := off + int64(size); end > harrierGrown {
		// Never shorter than what others have made of it meanwhile.
		end = harrierHeaderSize + int64(harrierChunks.Load()+harrierGrowChunks)*harrierChunkSize
		_, errno = harrierSyscall(harrierSysTruncate, uintptr(unsafe.Pointer(&harrierPath)), uintptr(end), 0, 0, 0, 0)
		if errno == 0 {
			harrierGrown = end
		}
	}
	harrierUnlock(&harrierGrowMu)
	if errno != 0 {
		return 0, errno
	}
	p, errno = harrierSyscall(harrierSysMremap, harrierHeader, 0, uintptr(off)+size, 1 /* MREMAP_MAYMOVE */, 0, 0)
	if errno != 0 {
		return 0, errno
	}
	harrierUnmap(p, uintptr(off))
	return p + uintptr(off), 0
}

func harrierTruncate(size int64) {
	harrierSyscall(harrierSysTruncate, uintptr(unsafe.Pointer(&harrierPath)), uintptr(size), 0, 0, 0, 0)
}

func harrierPid() uintptr {
	pid, _ := harrierSyscall(harrierSysGetpid, 0, 0, 0, 0, 0, 0)
	return pid
}

// harrierEndWith has this process killed when the one that started it ends, be
// it by SIGKILL: the explorer ends what it has started. explorer is the decimal
// number of that process, a space and its namespace of process numbers, or empty.
// Where the explorer is gone already, this process ends here. A process that this
// one starts has another parent: it runs on while the explorer does.
func harrierEndWith(explorer string) {
	pid, at := uintptr(0), 0
	for ; at < len(explorer) && explorer[at] != ' '; at++ {
		pid = pid*10 + uintptr(explorer[at]-'0')
	}
	if pid == 0 {
		return
	}
	if harrierParent() == pid {
		harrierSyscall(harrierSysPrctl, 1 /* PR_SET_PDEATHSIG */, 9 /* SIGKILL */, 0, 0, 0, 0)
		if harrierParent() == pid {
			return
		}
	}
	if _, errno := harrierSyscall(harrierSysKill, pid, 0, 0, 0, 0, 0); errno != 3 /* ESRCH */ {
		return
	}
	// In another namespace the number says nothing.
	var space [64]byte
	n, errno := harrierSyscall(harrierSysReadlinkat, harrierAtWorkingDir, uintptr(unsafe.Pointer(&harrierNumbers)), uintptr(unsafe.Pointer(&space)), uintptr(len(space)), 0, 0)
	if errno == 0 && at < len(explorer) && explorer[at+1:] == unsafe.String(&space[0], n) {
		exit(1)
	}
}

func harrierParent() uintptr {
	pid, _ := harrierSyscall(harrierSysGetppid, 0, 0, 0, 0, 0, 0)
	return pid
}

var harrierNumbers = [...]byte{'/', 'p', 'r', 'o', 'c', '/', 's', 'e', 'l', 'f', '/', 'n', 's', '/', 'p', 'i', 'd', 0}
var harrierSelf = [...]byte{'/', 'p', 'r', 'o', 'c', '/', 's', 'e', 'l', 'f', '/', 'e', 'x', 'e', 0}

// harrierExecutable writes the path of the running program, length first.
func harrierExecutable(at uintptr) {
	n, errno := harrierSyscall(harrierSysReadlinkat, harrierAtWorkingDir, uintptr(unsafe.Pointer(&harrierSelf)), at+2, 3838, 0, 0)
	if errno == 0 {
		*(*uint16)(unsafe.Pointer(at)) = uint16(n)
	}
}
