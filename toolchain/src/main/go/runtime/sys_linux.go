// The few system calls that the trace file needs.

package runtime

import "unsafe"

const (
	harrierEINTR        = 4
	harrierCreateFlags  = 0x80000 | 0x80 | 0x40 | 2 // O_CLOEXEC, O_EXCL, O_CREAT, O_RDWR
	harrierReopenFlags  = 0x80000 | 2
	harrierAtWorkingDir = ^uintptr(99)
)

func harrierOpen(flags uintptr) (uintptr, bool) {
	fd, errno := harrierSyscall(harrierSysOpenat, harrierAtWorkingDir, uintptr(unsafe.Pointer(&harrierPath)), flags, 0o644, 0, 0)
	return fd, errno == 0
}

// harrierMapRange makes [off, off+size) of the open file exist on disk and in
// memory.
func harrierMapRange(fd uintptr, off int64, size uintptr) uintptr {
	for {
		_, errno := harrierSyscall(harrierSysFallocate, fd, 0, uintptr(off), size, 0, 0)
		if errno == harrierEINTR {
			continue
		}
		if errno != 0 {
			return 0
		}
		break
	}
	p, errno := harrierSyscall(harrierSysMmap, 0, size, _PROT_READ|_PROT_WRITE, 1 /* MAP_SHARED */, fd, uintptr(off))
	if errno != 0 {
		return 0
	}
	return p
}

func harrierCreate() uintptr {
	fd, ok := harrierOpen(harrierCreateFlags)
	if !ok {
		return 0
	}
	p := harrierMapRange(fd, 0, harrierHeaderSize)
	closefd(int32(fd))
	return p
}

// harrierMapSlot gives a slot at a place of the file; 0 if the disk is full.
func harrierMapSlot(off int64) uintptr {
	fd, ok := harrierOpen(harrierReopenFlags)
	if !ok {
		return 0
	}
	p := harrierMapRange(fd, off, harrierChunkSize)
	closefd(int32(fd))
	return p
}

// harrierWriteAt copies memory to a place of the file.
func harrierWriteAt(off int64, from, size uintptr) bool {
	fd, ok := harrierOpen(harrierReopenFlags)
	if !ok {
		return false
	}
	for size > 0 && ok {
		n, errno := harrierSyscall(harrierSysPwrite, fd, from, size, uintptr(off), 0, 0)
		if errno == 0 {
			off += int64(n)
			from += n
			size -= n
		} else {
			ok = errno == harrierEINTR
		}
	}
	closefd(int32(fd))
	return ok
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
