// As ../atomic/pointers.go, in builds with Harrier's race detector.

package runtime

//go:nosplit
func harrierPlainStore(ptr *uintptr, new uintptr) {
	atomic.Storeuintptr(ptr, new)
	harrierAfterPointer(ptr)
	harrierRaceAtomic(unsafe.Pointer(ptr), 8, harrierReleases)
}

//go:nosplit
func harrierPlainSwap(ptr *uintptr, new uintptr) uintptr {
	old := atomic.Xchguintptr(ptr, new)
	harrierAfterPointer(ptr)
	harrierRaceAtomic(unsafe.Pointer(ptr), 8, harrierAcquires|harrierReleases)
	return old
}

//go:nosplit
func harrierPlainCompareAndSwap(ptr *uintptr, old, new uintptr) bool {
	swapped := atomic.Casuintptr(ptr, old, new)
	harrierAfterPointer(ptr)
	if !swapped {
		harrierRaceAtomic(unsafe.Pointer(ptr), 8, harrierAcquires)
		return false
	}
	harrierRaceAtomic(unsafe.Pointer(ptr), 8, harrierAcquires|harrierReleases)
	return true
}
