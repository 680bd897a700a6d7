// The trace file, on any system; what differs between them is in sys_linux.go
// and sys_darwin.go.

package runtime

import "unsafe"

// harrierMapRange makes [off, off+size) of the open file exist on disk and in
// memory.
func harrierMapRange(fd uintptr, off int64, size uintptr) (p, errno uintptr) {
	for {
		errno = harrierAllocate(fd, off, size)
		if errno == harrierENoAllocate || errno == harrierENOSYS {
			// Not every file system can set space aside. What is written is there as well.
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
	return harrierMap(fd, off, size)
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
		n, errno := harrierPwrite(fd, from, size, off)
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
	fd, errno := harrierOpen(true)
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
	fd, errno := harrierOpen(false)
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
	fd, errno := harrierOpen(false)
	if errno == harrierEMFILE || errno == harrierENFILE {
		p, errno := harrierMapClosed(off, harrierChunkSize)
		if errno == 0 {
			memmove(unsafe.Pointer(p), unsafe.Pointer(from), size)
			harrierUnmap(p, harrierChunkSize)
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
