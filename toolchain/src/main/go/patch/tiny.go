// The allocators of tiny objects give none to a struct that can be a lock. These are the
// sizes that a lock can have: there is one function for each, until Go 1.27.

package patch

//harrier:in runtime/malloc_generated.go

//harrier:also mallocgcTinySize9 mallocgcTinySize10 mallocgcTinySize11
//harrier:also mallocgcTinySize12 mallocgcTinySize13 mallocgcTinySize14 mallocgcTinySize15
func mallocgcTinySize8() {
	if harrierNoTiny != 0 && harrierMayBeLock(typ) {
		return mallocgcSmallNoScanSC2(size, typ, needzero)
	}
}
