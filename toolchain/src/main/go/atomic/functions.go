// The functions of package sync/atomic with hooks: one of each shape. AtomicFunctions
// makes the others by the name of the type, and puts the statements of the hooks in
// the place of the comments. harrierRaw... are the operations without hooks, in asm.s.
//
// Not split: Go's own packages call atomics where a stack can't grow.

package atomic

//go:noescape
func harrierRawLoadInt32(addr *int32) (x int32)

//go:nosplit
func harrierLoadInt32(addr *int32) (x int32) {
	// before
	x = harrierRawLoadInt32(addr)
	// after
	return
}

//go:noescape
func harrierRawStoreInt32(addr *int32, y int32)

//go:nosplit
func harrierStoreInt32(addr *int32, y int32) {
	// before
	harrierRawStoreInt32(addr, y)
	// after
}

//go:noescape
func harrierRawSwapInt32(addr *int32, y int32) (x int32)

//go:nosplit
func harrierSwapInt32(addr *int32, y int32) (x int32) {
	// before
	x = harrierRawSwapInt32(addr, y)
	// after
	return
}

//go:noescape
func harrierRawCompareAndSwapInt32(addr *int32, y, z int32) (x bool)

//go:nosplit
func harrierCompareAndSwapInt32(addr *int32, y, z int32) (x bool) {
	// before
	x = harrierRawCompareAndSwapInt32(addr, y, z)
	// after
	return
}
