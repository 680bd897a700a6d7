// The few system calls that the trace file needs.

package runtime

import (
	"internal/runtime/atomic"
	"unsafe"
)

const (
	harrierEINTR      = 4
	harrierENFILE     = 23
	harrierEMFILE     = 24
	harrierENOSPC     = 28
	harrierENOSYS     = 38
	harrierEOPNOTSUPP = 95
	harrierEDQUOT     = 122

	// harrierGrowChunks is how much longer the file is made than it need be.
	harrierGrowChunks = 1024

	harrierCreateFlags  = 0x80000 | 0x80 | 0x40 | 2 // O_CLOEXEC, O_EXCL, O_CREAT, O_RDWR
	harrierReopenFlags  = 0x80000 | 2
	harrierAtWorkingDir = ^uintptr(99)
)

func harrierOpen(flags uintptr) (fd, errno uintptr) {
	return harrierSyscall(harrierSysOpenat, harrierAtWorkingDir, uintptr(unsafe.Pointer(&harrierPath)), flags, 0o644, 0, 0)
}

// harrierMapRange makes [off, off+size) of the open file exist on disk and in
// memory.
func harrierMapRange(fd uintptr, off int64, size uintptr) (p, errno uintptr) {
	for {
		_, errno = harrierSyscall(harrierSysFallocate, fd, 0, uintptr(off), size, 0, 0)
		if errno == harrierEOPNOTSUPP || errno == harrierENOSYS {
			// Not every file system can set space aside. What is written is there, too.
			harrierNotice(harrierNoFallocate)
			errno = harrierZero(fd, off, size)
		}
		if errno != harrierEINTR {
			break
		}
	}
	if errno != 0 {
		return 0, errno
	}
	return harrierSyscall(harrierSysMmap, 0, size, _PROT_READ|_PROT_WRITE, 1 /* MAP_SHARED */, fd, uintptr(off))
}

var harrierZeros [4096]byte

func harrierZero(fd uintptr, off int64, size uintptr) (errno uintptr) {
	for done := uintptr(0); done < size && errno == 0; done += uintptr(len(harrierZeros)) {
		errno = harrierWrite(fd, off+int64(done), uintptr(unsafe.Pointer(&harrierZeros)), uintptr(len(harrierZeros)))
	}
	return
}

func harrierWrite(fd uintptr, off int64, from, size uintptr) uintptr {
	for size > 0 {
		n, errno := harrierSyscall(harrierSysPwrite, fd, from, size, uintptr(off), 0, 0)
		if errno == harrierEINTR {
			continue
		}
		if errno != 0 {
			return errno
		}
		off += int64(n)
		from += n
		size -= n
	}
	return 0
}

func harrierCreate() uintptr {
	fd, errno := harrierOpen(harrierCreateFlags)
	if errno != 0 {
		return 0
	}
	p, errno := harrierMapRange(fd, 0, harrierHeaderSize)
	closefd(int32(fd))
	if errno != 0 {
		return 0
	}
	return p
}

// harrierMapSlot gives a slot at a place of the file.
func harrierMapSlot(off int64) (p, errno uintptr) {
	fd, errno := harrierOpen(harrierReopenFlags)
	if errno == harrierEMFILE || errno == harrierENFILE {
		return harrierMapClosed(off, harrierChunkSize)
	}
	if errno != 0 {
		return 0, errno
	}
	p, errno = harrierMapRange(fd, off, harrierChunkSize)
	closefd(int32(fd))
	return
}

// harrierWriteAt copies memory to a place of the file.
func harrierWriteAt(off int64, from, size uintptr) uintptr {
	fd, errno := harrierOpen(harrierReopenFlags)
	if errno == harrierEMFILE || errno == harrierENFILE {
		p, errno := harrierMapClosed(off, harrierChunkSize)
		if errno == 0 {
			memmove(unsafe.Pointer(p), unsafe.Pointer(from), size)
			harrierSyscall(harrierSysMunmap, p, harrierChunkSize, 0, 0, 0, 0)
		}
		return errno
	}
	if errno != 0 {
		return errno
	}
	errno = harrierWrite(fd, off, from, size)
	closefd(int32(fd))
	return errno
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
	harrierSyscall(harrierSysMunmap, p, uintptr(off), 0, 0, 0, 0)
	return p + uintptr(off), 0
}

func harrierTruncate(size int64) {
	harrierSyscall(harrierSysTruncate, uintptr(unsafe.Pointer(&harrierPath)), uintptr(size), 0, 0, 0, 0)
}

func harrierPid() uintptr {
	pid, _ := harrierSyscall(harrierSysGetpid, 0, 0, 0, 0, 0, 0)
	return pid
}

var harrierSelf = [...]byte{'/', 'p', 'r', 'o', 'c', '/', 's', 'e', 'l', 'f', '/', 'e', 'x', 'e', 0}

// harrierExecutable writes the path of the running program, length first.
func harrierExecutable(at uintptr) {
	n, errno := harrierSyscall(harrierSysReadlinkat, harrierAtWorkingDir, uintptr(unsafe.Pointer(&harrierSelf)), at+2, 3838, 0, 0)
	if errno == 0 {
		*(*uint16)(unsafe.Pointer(at)) = uint16(n)
	}
}
