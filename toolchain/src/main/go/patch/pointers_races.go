// The same as pointers.go where Harrier's race detector is in the build.

package patch

//harrier:in runtime/atomic_pointer.go

func sync_atomic_StorePointer() {
	if harrierSerial != 0 {
		harrierAtomic(unsafe.Pointer(ptr), 2|26<<harrierKindAt)
	}

	//harrier:instead sync_atomic_StoreUintptr((*uintptr)(unsafe.Pointer(ptr)), uintptr(new))
	harrierPlainStore((*uintptr)(unsafe.Pointer(ptr)), uintptr(new))
}

func sync_atomic_SwapPointer() {
	if harrierSerial != 0 {
		harrierAtomic(unsafe.Pointer(ptr), 3|26<<harrierKindAt)
	}

	//harrier:instead sync_atomic_SwapUintptr((*uintptr)(noescape(unsafe.Pointer(ptr))), uintptr(new))
	harrierPlainSwap((*uintptr)(noescape(unsafe.Pointer(ptr))), uintptr(new))
}

func sync_atomic_CompareAndSwapPointer() {
	if harrierSerial != 0 {
		harrierAtomic(unsafe.Pointer(ptr), 3|26<<harrierKindAt)
	}

	//harrier:instead sync_atomic_CompareAndSwapUintptr((*uintptr)(noescape(unsafe.Pointer(ptr))), uintptr(old), uintptr(new))
	harrierPlainCompareAndSwap((*uintptr)(noescape(unsafe.Pointer(ptr))), uintptr(old), uintptr(new))
}
