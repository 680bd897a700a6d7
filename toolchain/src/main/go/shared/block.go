// Memory outside the heap: it can grow and be written while the world is stopped.

package runtime

import "unsafe"

// harrierBlock is memory outside the heap that grows.
type harrierBlock struct {
	at, size, used uintptr
}

// need makes room for n bytes. New memory is zero.
func (b *harrierBlock) need(n uintptr) bool {
	if n <= b.size {
		return true
	}
	size := alignUp(max(n, 2*b.size, 64<<10), physPageSize)
	p := sysAlloc(size, &memstats.other_sys, "harrier")
	if p == nil {
		return false
	}
	if b.size != 0 {
		memmove(p, unsafe.Pointer(b.at), b.used)
		sysFree(unsafe.Pointer(b.at), b.size, &memstats.other_sys)
	}
	b.at, b.size = uintptr(p), size
	return true
}

// take gives n zero bytes and where they begin; false if there is no memory.
func (b *harrierBlock) take(n uintptr) (uintptr, bool) {
	if !b.need(b.used + n) {
		return 0, false
	}
	from := b.used
	b.used += n
	return from, true
}

func (b *harrierBlock) reset() {
	if b.size != 0 {
		memclrNoHeapPointers(unsafe.Pointer(b.at), b.used)
	}
	b.used = 0
}

func (b *harrierBlock) word(i uintptr) *uint32  { return (*uint32)(unsafe.Pointer(b.at + i*4)) }
func (b *harrierBlock) addr(i uintptr) *uintptr { return (*uintptr)(unsafe.Pointer(b.at + i*8)) }
