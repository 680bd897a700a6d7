// The words and the JSON lines of the reporter, made in memory of its own.
// docs/production.md describes both.

package runtime

import (
	"internal/runtime/atomic"
	"unsafe"
)

// harrierPlace is a line of source, inlined calls included. The texts lie in the
// executable; they are kept as numbers, for storing a string takes a write
// barrier.
type harrierPlace struct {
	function, file harrierName
	line           int
}

type harrierName struct{ at, size uintptr }

func harrierNameOf(s string) harrierName { return *(*harrierName)(unsafe.Pointer(&s)) }

func (n *harrierName) text() string { return *(*string)(unsafe.Pointer(n)) }

// harrierPlacesOf gives the places that a return address stands for, innermost
// first.
func harrierPlacesOf(pc uintptr, to *[8]harrierPlace) int {
	f := findfunc(pc)
	if !f.valid() {
		return 0
	}
	n := 0
	u, uf := newInlineUnwinder(f, pc-1)
	for ; uf.valid() && n < len(to); uf = u.next(uf) {
		file, line := u.fileLine(uf)
		to[n] = harrierPlace{harrierNameOf(u.srcFunc(uf).name()), harrierNameOf(file), line}
		n++
	}
	return n
}

var (
	harrierText [32 << 10]byte
	harrierLen  int
)

func harrierAdd(s string) { harrierLen += copy(harrierText[harrierLen:], s) }

func harrierAddNumber(n uint64) {
	var digits [20]byte
	i := len(digits)
	for {
		i--
		digits[i] = byte('0' + n%10)
		n /= 10
		if n == 0 {
			harrierLen += copy(harrierText[harrierLen:], digits[i:])
			return
		}
	}
}

// harrierAddQuoted adds a JSON string. Names that are too long are cut.
func harrierAddQuoted(s string) {
	const hex = "0123456789abcdef"
	harrierAdd("\"")
	for i := 0; i < len(s) && i < 1000; i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			harrierAdd("\\")
			harrierAdd(s[i : i+1])
		case c < ' ':
			harrierAdd("\\u00")
			harrierAdd(hex[c>>4 : c>>4+1])
			harrierAdd(hex[c&15 : c&15+1])
		default:
			harrierAdd(s[i : i+1])
		}
	}
	harrierAdd("\"")
}

func harrierOpenOut() int32 {
	const appending = 0x400
	return open(&harrierOut[0], _O_WRONLY|_O_CREAT|_O_CLOEXEC|appending, 0o644)
}

// harrierFlush writes what was added, with one call, so that processes can
// share a file. What can't be written is lost: the program goes on.
func harrierFlush() {
	fd := int32(2)
	if harrierOutSet {
		fd = harrierOpenOut()
		if fd < 0 {
			harrierLen = 0
			return
		}
	}
	for from, tries := 0, 0; from < harrierLen && tries < 100; {
		n := write1(uintptr(fd), unsafe.Pointer(&harrierText[from]), int32(harrierLen-from))
		if n > 0 {
			from += int(n)
			continue
		}
		if n != -_EINTR && n != -_EAGAIN {
			break
		}
		tries++
		usleep(1000)
	}
	if harrierOutSet {
		closefd(fd)
	}
	harrierLen = 0
}

func harrierHead(kind string) {
	sec, nsec, _ := time_now()
	harrierAdd(`{"harrier":1,"type":`)
	harrierAddQuoted(kind)
	harrierAdd(`,"pid":`)
	harrierAddNumber(uint64(getpid()))
	harrierAdd(`,"time":`)
	harrierAddNumber(uint64(sec)*1e9 + uint64(nsec))
}

func harrierField(name string, n uint64) {
	harrierAdd(`,"`)
	harrierAdd(name)
	harrierAdd(`":`)
	harrierAddNumber(n)
}

func harrierTellStart() {
	if !harrierOutSet {
		return
	}
	harrierHead("start")
	harrierAdd(`,"go":`)
	harrierAddQuoted(buildVersion)
	harrierAdd(`,"program":`)
	if argc > 0 {
		harrierAddQuoted(gostringnocopy(argv_index(argv, 0)))
	} else {
		harrierAddQuoted("")
	}
	harrierField("mode", uint64(harrierMode))
	harrierAdd(`,"overlay":`)
	harrierAddQuoted(harrierOverlay)
	harrierAdd("}\n")
	harrierFlush()
}

// harrierTellNews writes findings that are new or, for a summary, that changed.
func harrierTellNews(summary bool) {
	table := harrierFindings()
	for i := range table {
		f := &table[i]
		reclaimed := atomic.Load64(&f.reclaimed)
		if f.count != 0 && (f.told == 0 || summary && (f.told != f.count || f.tellRecl != reclaimed)) {
			if harrierOutSet {
				harrierTellJSON(f, i, reclaimed)
			} else if f.told == 0 {
				harrierTellText(f)
			}
			f.told, f.tellRecl = f.count, reclaimed
		}
	}
	if summary {
		if harrierOutSet {
			harrierSummaryJSON()
		} else {
			harrierSummaryText()
		}
	}
}

func harrierTellJSON(f *harrierFinding, i int, reclaimed uint64) {
	harrierHead("leak")
	harrierField("id", uint64(i))
	harrierField("count", f.count)
	harrierField("reclaimed", reclaimed)
	harrierField("goroutine", f.goid)
	harrierAdd(`,"reason":`)
	harrierAddQuoted(f.reason.String())
	if f.first.typ != nil {
		harrierAdd(`,"object":`)
		harrierAddQuoted("chan")
		harrierAdd(`,"element":`)
		harrierAddQuoted(toRType(f.first.typ).string())
		harrierField("capacity", f.first.cap)
		harrierField("length", f.first.len)
	}
	harrierField("waiting_ns", uint64(max(nanotime()-f.since, 0)))
	harrierField("bytes", f.bytes)
	if f.found&harrierTooMuch != 0 {
		harrierAdd(`,"bytes_at_least":true`)
	}
	if f.found&harrierToFinalizer != 0 {
		harrierAdd(`,"finalizer":true`)
	}
	if f.pending {
		harrierAdd(`,"deferred":true`)
	}
	harrierAdd(`,"blocked":[`)
	for i, n := uint32(0), 0; i < f.frames; i++ {
		n += harrierPlacesJSON(f.pcs[i], n > 0)
	}
	harrierAdd(`],"created":[`)
	harrierPlacesJSON(f.gopc, false)
	harrierAdd(`],"made":[`)
	for i, n := 0, 0; i < harrierMadeDepth && f.first.made[i] != 0; i++ {
		n += harrierPlacesJSON(f.first.made[i], n > 0)
	}
	harrierAdd("]}\n")
	harrierFlush()
}

func harrierPlacesJSON(pc uintptr, comma bool) int {
	var places [8]harrierPlace
	n := harrierPlacesOf(pc, &places)
	for i := 0; i < n && harrierLen < len(harrierText)-4096; i++ {
		if comma || i > 0 {
			harrierAdd(",")
		}
		harrierAdd(`{"function":`)
		harrierAddQuoted(places[i].function.text())
		harrierAdd(`,"file":`)
		harrierAddQuoted(places[i].file.text())
		harrierField("line", uint64(places[i].line))
		harrierAdd("}")
	}
	return n
}

func harrierSummaryJSON() {
	harrierHead("summary")
	harrierField("leaked", harrierLeaked.Load())
	harrierField("reclaimed", harrierReclaimed.Load())
	harrierField("revived", harrierRevived.Load())
	harrierField("bytes", uint64(harrierBytesKept.Load()))
	harrierField("untold", harrierUntold)
	harrierField("collections", harrierCycles.Load())
	harrierField("cost_ns", uint64(harrierCost.Load()))
	harrierField("running_ns", uint64(nanotime()-harrierStartedAt))
	harrierAdd("}\n")
	harrierFlush()
}

func harrierTellText(f *harrierFinding) {
	harrierAdd("harrier: goroutine ")
	harrierAddNumber(f.goid)
	harrierAdd(" is leaked: blocked for ever [")
	harrierAdd(f.reason.String())
	if f.first.typ != nil {
		harrierAdd(", chan ")
		harrierAdd(toRType(f.first.typ).string())
	}
	harrierAdd("], keeps ")
	if f.found&harrierTooMuch != 0 {
		harrierAdd("at least ")
	}
	harrierAddNumber(f.first.bytes)
	harrierAdd(" bytes\n")
	for i := uint32(0); i < f.frames; i++ {
		harrierPlacesText(f.pcs[i], "")
	}
	harrierPlacesText(f.gopc, "created by ")
	for i := 0; i < harrierMadeDepth && f.first.made[i] != 0; i++ {
		harrierPlacesText(f.first.made[i], "waits for what was made by ")
	}
	harrierFlush()
}

func harrierPlacesText(pc uintptr, intro string) {
	var places [8]harrierPlace
	n := harrierPlacesOf(pc, &places)
	for i := 0; i < n && harrierLen < len(harrierText)-4096; i++ {
		if harrierHasPrefix(places[i].function.text(), "runtime.") {
			continue
		}
		harrierAdd("\t")
		harrierAdd(intro)
		harrierAdd(places[i].function.text())
		harrierAdd(" ")
		harrierAdd(places[i].file.text())
		harrierAdd(":")
		harrierAddNumber(uint64(places[i].line))
		harrierAdd("\n")
	}
}

func harrierSummaryText() {
	harrierAdd("harrier: ")
	harrierAddNumber(harrierLeaked.Load())
	harrierAdd(" goroutines leaked, ")
	harrierAddNumber(harrierReclaimed.Load())
	harrierAdd(" of them reclaimed; ")
	harrierAddNumber(harrierCycles.Load())
	harrierAdd(" collections looked, which took ")
	harrierAddNumber(uint64(harrierCost.Load()) / 1000)
	harrierAdd(" microseconds\n")
	if revived := harrierRevived.Load(); revived != 0 {
		harrierAdd("harrier: ")
		harrierAddNumber(revived)
		harrierAdd(" goroutines ran again after they had been proved leaked: the program hides pointers from the collector, and nothing is reclaimed any more\n")
	}
	table := harrierFindings()
	for i := range table {
		if f := &table[i]; f.count != 0 {
			harrierAdd("harrier: ")
			harrierAddNumber(f.count)
			harrierAdd(" leaked [")
			harrierAdd(f.reason.String())
			harrierAdd("], ")
			harrierAddNumber(atomic.Load64(&f.reclaimed))
			harrierAdd(" reclaimed, ")
			harrierAddNumber(f.bytes)
			harrierAdd(" bytes\n")
			harrierPlacesText(f.site, "")
			harrierPlacesText(f.gopc, "created by ")
			harrierFlush()
		}
	}
	harrierFlush()
}
