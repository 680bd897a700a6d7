// Atomic accesses to pointers that are no scheduling points: nothing may come
// between them and the write barrier. Go's race detector has its own.

package runtime

//go:nosplit
func harrierPlainStore(ptr *uintptr, new uintptr) {
	if raceenabled {
		sync_atomic_StoreUintptr(ptr, new)
	} else {
		atomic.Storeuintptr(ptr, new)
	}
	harrierAfterPointer(ptr)
}

//go:nosplit
func harrierPlainSwap(ptr *uintptr, new uintptr) uintptr {
	if raceenabled {
		return sync_atomic_SwapUintptr(ptr, new)
	}
	old := atomic.Xchguintptr(ptr, new)
	harrierAfterPointer(ptr)
	return old
}

//go:nosplit
func harrierPlainCompareAndSwap(ptr *uintptr, old, new uintptr) bool {
	if raceenabled {
		return sync_atomic_CompareAndSwapUintptr(ptr, old, new)
	}
	swapped := atomic.Casuintptr(ptr, old, new)
	harrierAfterPointer(ptr)
	return swapped
}
