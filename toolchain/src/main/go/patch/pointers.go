// Atomics on pointers are scheduling points. They are package runtime's, which does the
// access by an atomic of its own, for nothing may come between that and the write barrier.
// 2 is a store, 3 an update, 26 the kind of unsafe.Pointer in package internal/abi.

package patch

//harrier:in runtime/atomic_pointer.go

func sync_atomic_StorePointer() {
	if harrierSerial != 0 && !raceenabled {
		harrierAtomic(unsafe.Pointer(ptr), 2|26<<harrierKindAt)
	}

	//harrier:instead sync_atomic_StoreUintptr((*uintptr)(unsafe.Pointer(ptr)), uintptr(new))
	harrierPlainStore((*uintptr)(unsafe.Pointer(ptr)), uintptr(new))
}

func sync_atomic_SwapPointer() {
	if harrierSerial != 0 && !raceenabled {
		harrierAtomic(unsafe.Pointer(ptr), 3|26<<harrierKindAt)
	}

	//harrier:instead sync_atomic_SwapUintptr((*uintptr)(noescape(unsafe.Pointer(ptr))), uintptr(new))
	harrierPlainSwap((*uintptr)(noescape(unsafe.Pointer(ptr))), uintptr(new))
}

func sync_atomic_CompareAndSwapPointer() {
	if harrierSerial != 0 && !raceenabled {
		harrierAtomic(unsafe.Pointer(ptr), 3|26<<harrierKindAt)
	}

	//harrier:instead sync_atomic_CompareAndSwapUintptr((*uintptr)(noescape(unsafe.Pointer(ptr))), uintptr(old), uintptr(new))
	harrierPlainCompareAndSwap((*uintptr)(noescape(unsafe.Pointer(ptr))), uintptr(old), uintptr(new))
}
