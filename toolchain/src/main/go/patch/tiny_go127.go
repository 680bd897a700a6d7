// The allocator of tiny objects gives none to a struct that can be a lock, whose smallest
// size that is. Since Go 1.27 it is one function.

package patch

//harrier:in runtime/malloc_generated.go

func mallocgcTinySC2() {
	if harrierNoTiny != 0 && size >= 8 && harrierMayBeLock(typ) {
		return mallocgcSmallNoScanSC2(size, typ, needzero)
	}
}
