// What repeats. A goroutine that polls takes a lock, looks, and gives it back, a
// million times a second. Two records a round say nothing new as long as no goroutine
// else touches the lock and the goroutine does nothing else: such rounds commute
// with whatever others do meanwhile. They are counted, and nothing is written.
//
// A round begins where the last record of the goroutine, in this P's buffer, is
// the release of a pair, and the same lock is taken at the same place by the
// same goroutine that was the last to use it. harrierUser has the last user of
// each lock, by a hash: a collision ends a fold, it never makes one, because
// only a goroutine's own operation puts its number there, and that ends the fold
// too. The check comes with the lock held.
//
// If the lock is not given back at the same place right after, the acquire is
// written late, by the goroutine itself before its next record: the lock is
// still held then. Until that record the trace does not know which goroutine holds it: a
// goroutine that computes, or is in a system call, with such a lock held is not
// recorded as its holder.

package runtime

var harrierUser [harrierSeenSlots]uint64

// harrierEndFold records how many rounds were not written. The count is not
// ordered: they came after the release that is the last record.
func harrierEndFold(b *harrierBuffer) {
	p := b.pos
	b.pos = p + 16
	harrierPut(b.pos, 0)
	harrierPut(p+8, b.folded)
	harrierPut(p, harrierRepeat|1<<8|2<<32)
	b.folded = 0
}

// harrierUnfold writes the acquire of a round that continues otherwise.
func harrierUnfold(b *harrierBuffer, gp *g) {
	t := harrierTicket(b)
	p := b.pos
	b.object = gp.harrierHeld
	b.pos = p + 16
	harrierPut(b.pos, 0)
	harrierPut(p+8, gp.harrierHeld)
	harrierPut(p, harrierAcquireK|1<<8|t|uint64(harrierOffset(gp.harrierHeldAt))<<32)
	gp.harrierHeld = 0
}
