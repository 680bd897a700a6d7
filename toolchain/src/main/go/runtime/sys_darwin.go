// What the trace file needs of macOS, where the C library is the way to the
// system. It compiles and it has not been run: there is no fallocate, so that
// pieces of the file are written before they are mapped, and no second way to
// map the file when all descriptors are used up.

package runtime

import (
	"internal/abi"
	"unsafe"
)

const (
	harrierEINTR       = 4
	harrierENFILE      = 23
	harrierEMFILE      = 24
	harrierENOSPC      = 28
	harrierENoAllocate = 45 // ENOTSUP
	harrierEDQUOT      = 69
	harrierENOSYS      = 78

	harrierCreateFlags = 0x1000000 | 0x800 | 0x200 | 2 // O_CLOEXEC, O_EXCL, O_CREAT, O_RDWR
	harrierReopenFlags = 0x1000000 | 2
)

//go:cgo_import_dynamic harrier_open open "/usr/lib/libSystem.B.dylib"
//go:cgo_import_dynamic harrier_mmap mmap "/usr/lib/libSystem.B.dylib"
//go:cgo_import_dynamic harrier_munmap munmap "/usr/lib/libSystem.B.dylib"
//go:cgo_import_dynamic harrier_pwrite pwrite "/usr/lib/libSystem.B.dylib"
//go:cgo_import_dynamic harrier_truncate truncate "/usr/lib/libSystem.B.dylib"
//go:cgo_import_dynamic harrier_getpid getpid "/usr/lib/libSystem.B.dylib"

func harrier_open_trampoline()
func harrier_mmap_trampoline()
func harrier_munmap_trampoline()
func harrier_pwrite_trampoline()
func harrier_truncate_trampoline()
func harrier_getpid_trampoline()

// harrierFailed is the error of a call that returned -1, which says no more
// than that otherwise.
func harrierFailed(r, errno uintptr) uintptr {
	if int32(r) != -1 {
		return 0
	}
	return errno
}

// Exactly three arguments: the last of them is a variable one of C's.
func harrierOpen(create bool) (fd, errno uintptr) {
	flags := uintptr(harrierReopenFlags)
	if create {
		flags = harrierCreateFlags
	}
	fd, _, errno = syscall_rawsyscalln(abi.FuncPCABI0(harrier_open_trampoline), uintptr(unsafe.Pointer(&harrierPath)), flags, 0o644)
	return fd, harrierFailed(fd, errno)
}

func harrierAllocate(fd uintptr, off int64, size uintptr) (errno uintptr) {
	return harrierENoAllocate
}

func harrierMap(fd uintptr, off int64, size uintptr) (p, errno uintptr) {
	p, _, errno = syscall_rawsyscalln(abi.FuncPCABI0(harrier_mmap_trampoline), 0, size, _PROT_READ|_PROT_WRITE, 1 /* MAP_SHARED */, fd, uintptr(off))
	if p != ^uintptr(0) {
		errno = 0
	}
	return
}

func harrierUnmap(p, size uintptr) {
	syscall_rawsyscalln(abi.FuncPCABI0(harrier_munmap_trampoline), p, size)
}

func harrierPwrite(fd, from, size uintptr, off int64) (n, errno uintptr) {
	n, _, errno = syscall_rawsyscalln(abi.FuncPCABI0(harrier_pwrite_trampoline), fd, from, size, uintptr(off))
	if n != ^uintptr(0) {
		errno = 0
	}
	return
}

func harrierMapClosed(off int64, size uintptr) (p, errno uintptr) {
	harrierNotice(harrierNoDescriptor)
	return 0, harrierEMFILE
}

func harrierTruncate(size int64) {
	syscall_rawsyscalln(abi.FuncPCABI0(harrier_truncate_trampoline), uintptr(unsafe.Pointer(&harrierPath)), uintptr(size))
}

// harrierEndWith is only Linux's.
func harrierEndWith(string) {}

func harrierPid() uintptr {
	pid, _, _ := syscall_rawsyscalln(abi.FuncPCABI0(harrier_getpid_trampoline))
	return pid
}

// harrierExecutable writes the path of the running program, length first. It
// is what the system gave the program when it started.
func harrierExecutable(at uintptr) {
	harrierHeaderText(at, executablePath, 3838)
}
