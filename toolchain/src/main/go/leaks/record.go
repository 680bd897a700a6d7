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
	harrierOutText [32 << 10]byte
	harrierLen     int
)

func harrierPutText(s string) { harrierLen += copy(harrierOutText[harrierLen:], s) }

func harrierPutNumber(n uint64) {
	var digits [20]byte
	i := len(digits)
	for {
		i--
		digits[i] = byte('0' + n%10)
		n /= 10
		if n == 0 {
			harrierLen += copy(harrierOutText[harrierLen:], digits[i:])
			return
		}
	}
}

// harrierPutCount puts a number of things.
func harrierPutCount(n uint64, thing string) {
	harrierPutNumber(n)
	harrierPutText(" ")
	harrierPutText(thing)
	if n != 1 {
		harrierPutText("s")
	}
}

// harrierPutQuoted adds a JSON string. Names that are too long are cut.
func harrierPutQuoted(s string) {
	const hex = "0123456789abcdef"
	harrierPutText("\"")
	for i := 0; i < len(s) && i < 1000; i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			harrierPutText("\\")
			harrierPutText(s[i : i+1])
		case c < ' ':
			harrierPutText("\\u00")
			harrierPutText(hex[c>>4 : c>>4+1])
			harrierPutText(hex[c&15 : c&15+1])
		default:
			harrierPutText(s[i : i+1])
		}
	}
	harrierPutText("\"")
}

func harrierOpenOut() int32 {
	const appending = 0x400
	return open(&harrierOut[0], _O_WRONLY|_O_CREAT|_O_CLOEXEC|appending, 0o644)
}

// harrierFlush writes what was added, with one call, so that processes can
// share a file. What can't be written is lost: the program continues.
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
		n := write1(uintptr(fd), unsafe.Pointer(&harrierOutText[from]), int32(harrierLen-from))
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
	harrierPutText(`{"harrier":1,"type":`)
	harrierPutQuoted(kind)
	harrierPutText(`,"pid":`)
	harrierPutNumber(uint64(getpid()))
	harrierPutText(`,"time":`)
	harrierPutNumber(uint64(sec)*1e9 + uint64(nsec))
}

func harrierField(name string, n uint64) {
	harrierPutText(`,"`)
	harrierPutText(name)
	harrierPutText(`":`)
	harrierPutNumber(n)
}

func harrierReportStart() {
	if !harrierOutSet {
		return
	}
	harrierHead("start")
	harrierPutText(`,"go":`)
	harrierPutQuoted(buildVersion)
	harrierPutText(`,"program":`)
	if argc > 0 {
		harrierPutQuoted(gostringnocopy(argv_index(argv, 0)))
	} else {
		harrierPutQuoted("")
	}
	harrierField("mode", uint64(harrierMode))
	harrierPutText(`,"overlay":`)
	harrierPutQuoted(harrierOverlay)
	harrierPutText("}\n")
	harrierFlush()
}

// harrierReportNew writes findings that are new or, for a summary, that changed.
func harrierReportNew(summary bool) {
	table := harrierFindings()
	for i := range table {
		f := &table[i]
		reclaimed := atomic.Load64(&f.reclaimed)
		if harrierIsNews(f) && (f.reported == 0 || summary && (f.reported != f.count || f.reportedReclaimed != reclaimed)) {
			if harrierOutSet {
				harrierReportJSON(f, i, reclaimed)
			} else if f.reported == 0 {
				harrierReportText(f)
			}
			f.reported, f.reportedReclaimed = f.count, reclaimed
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

// harrierIsNews: one goroutine that polls may be meant to, for as long as the program runs, and
// so may several that sleep, if no others come.
func harrierIsNews(f *harrierFinding) bool {
	if f.polls && f.reason == waitReasonSleep {
		return f.grows
	}
	return f.count > 1 || f.count != 0 && !f.polls
}

func harrierReportJSON(f *harrierFinding, i int, reclaimed uint64) {
	if f.polls {
		harrierHead("poll")
	} else {
		harrierHead("leak")
	}
	harrierField("id", uint64(i))
	harrierField("count", f.count)
	harrierField("reclaimed", reclaimed)
	harrierField("goroutine", f.goid)
	harrierPutText(`,"reason":`)
	harrierPutQuoted(f.reason.String())
	if f.first.typ != nil {
		harrierPutText(`,"object":`)
		harrierPutQuoted("chan")
		harrierPutText(`,"element":`)
		harrierPutQuoted(toRType(f.first.typ).string())
		harrierField("capacity", f.first.cap)
		harrierField("length", f.first.len)
	}
	harrierField("waiting_ns", uint64(max(nanotime()-f.since, 0)))
	harrierField("bytes", f.bytes)
	if f.found&harrierTooMuch != 0 {
		harrierPutText(`,"bytes_at_least":true`)
	}
	if f.found&harrierToFinalizer != 0 {
		harrierPutText(`,"finalizer":true`)
	}
	if f.pending {
		harrierPutText(`,"deferred":true`)
	}
	harrierPutText(`,"blocked":[`)
	for i, n := uint32(0), 0; i < f.frames; i++ {
		n += harrierPlacesJSON(f.pcs[i], n > 0)
	}
	harrierPutText(`],"created":[`)
	harrierPlacesJSON(f.gopc, false)
	harrierPutText(`],"made":[`)
	for i, n := 0, 0; i < harrierMadeDepth && f.first.made[i] != 0; i++ {
		n += harrierPlacesJSON(f.first.made[i], n > 0)
	}
	harrierPutText("]}\n")
	harrierFlush()
}

func harrierPlacesJSON(pc uintptr, comma bool) int {
	var places [8]harrierPlace
	n := harrierPlacesOf(pc, &places)
	for i := 0; i < n && harrierLen < len(harrierOutText)-4096; i++ {
		if comma || i > 0 {
			harrierPutText(",")
		}
		harrierPutText(`{"function":`)
		harrierPutQuoted(places[i].function.text())
		harrierPutText(`,"file":`)
		harrierPutQuoted(places[i].file.text())
		harrierField("line", uint64(places[i].line))
		harrierPutText("}")
	}
	return n
}

func harrierSummaryJSON() {
	harrierHead("summary")
	harrierField("leaked", harrierLeakedEver.Load())
	harrierField("reclaimed", harrierReclaimed.Load())
	harrierField("revived", harrierRevived.Load())
	harrierField("polling", harrierPollingEver.Load())
	harrierField("bytes", uint64(harrierBytesKept.Load()))
	harrierField("unreported", harrierUnreported)
	harrierField("collections", harrierCycles.Load())
	harrierField("cost_ns", uint64(harrierCost.Load()))
	harrierField("running_ns", uint64(nanotime()-harrierStartedAt))
	harrierPutText("}\n")
	harrierFlush()
}

func harrierReportText(f *harrierFinding) {
	harrierPutText("harrier: goroutine ")
	harrierPutNumber(f.goid)
	if f.polls {
		harrierPutText(" polls: time wakes it again and again [")
	} else {
		harrierPutText(" is leaked: blocked forever [")
	}
	harrierPutText(f.reason.String())
	if f.first.typ != nil {
		harrierPutText(", chan ")
		harrierPutText(toRType(f.first.typ).string())
	}
	if f.polls {
		if f.reason == waitReasonSleep {
			harrierPutText("], and nothing that can still run knows what it refers to; there are ")
		} else {
			harrierPutText("], and nothing that can still run knows what else it waits for; there are ")
		}
		harrierPutNumber(f.count)
		harrierPutText(" of its kind. It is no leak if its loop ends by itself\n")
	} else {
		harrierPutText("], keeps ")
		if f.found&harrierTooMuch != 0 {
			harrierPutText("at least ")
		}
		harrierPutNumber(f.first.bytes)
		harrierPutText(" bytes\n")
	}
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
	for i := 0; i < n && harrierLen < len(harrierOutText)-4096; i++ {
		if harrierHasPrefix(places[i].function.text(), "runtime.") {
			continue
		}
		harrierPutText("\t")
		harrierPutText(intro)
		harrierPutText(places[i].function.text())
		harrierPutText(" ")
		harrierPutText(places[i].file.text())
		harrierPutText(":")
		harrierPutNumber(uint64(places[i].line))
		harrierPutText("\n")
	}
}

func harrierSummaryText() {
	harrierPutText("harrier: ")
	harrierPutCount(harrierLeakedEver.Load(), "goroutine")
	harrierPutText(" leaked, ")
	harrierPutNumber(harrierReclaimed.Load())
	harrierPutText(" reclaimed; ")
	harrierPutCount(harrierCycles.Load(), "collection")
	harrierPutText(" checked, which took ")
	harrierPutNumber(uint64(harrierCost.Load()) / 1000)
	harrierPutText(" microseconds\n")
	if revived := harrierRevived.Load(); revived != 0 {
		harrierPutText("harrier: ")
		harrierPutCount(revived, "goroutine")
		harrierPutText(" ran again after a collection had proved that impossible: the program hides pointers from the collector, and nothing is reclaimed any more\n")
	}
	table := harrierFindings()
	for i := range table {
		if f := &table[i]; harrierIsNews(f) {
			harrierPutText("harrier: ")
			harrierPutNumber(f.count)
			if f.polls {
				harrierPutText(" poll [")
			} else {
				harrierPutText(" leaked [")
			}
			harrierPutText(f.reason.String())
			harrierPutText("]")
			if !f.polls {
				harrierPutText(", ")
				harrierPutNumber(atomic.Load64(&f.reclaimed))
				harrierPutText(" reclaimed, ")
				harrierPutNumber(f.bytes)
				harrierPutText(" bytes")
			}
			harrierPutText("\n")
			harrierPlacesText(f.site, "")
			harrierPlacesText(f.gopc, "created by ")
			harrierFlush()
		}
	}
	harrierFlush()
}
