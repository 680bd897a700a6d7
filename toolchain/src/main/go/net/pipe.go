// The ends of a net.Pipe that fail because the run decides so: ../runtime/faults.go.
//
// Both are closed at once, and each seems to be closed by the other one. There are no
// channels for that besides those of Pipe: a run without faults has the same operations.

package net

import (
	"io"
	_ "unsafe"
)

//go:linkname harrierFaulty runtime.harrierFaulty
var harrierFaulty uint32

//go:linkname harrierFault runtime.harrierFault
func harrierFault(kinds uint32, available, passed int) (kind, bytes uint64)

// What may fail at an end of a net.Pipe; the numbers are those of ../runtime/faults.go.
const (
	harrierFaultClosed = 2
	harrierFaultShort  = 3
	harrierFaultCut    = 12
)

// harrierParts ends a net.Pipe for both ends, as if either had been closed by the other.
//
//go:norace
func (p *pipe) harrierParts() {
	for _, end := range [...]*pipe{p, p.harrierPeer} {
		end.harrierParted = true
		end.once.Do(func() { close(end.localDone) })
	}
}

// harrierIsWhole reports whether neither end is closed.
func (p *pipe) harrierIsWhole() bool {
	return !isClosedChan(p.localDone) && !isClosedChan(p.remoteDone)
}

// harrierRead is read of an end that the other one may close because that is decided.
//
//go:norace
func (p *pipe) harrierRead(b []byte) (int, error) {
	if harrierFaulty != 0 && p.harrierIsWhole() {
		if kind, _ := harrierFault(1<<harrierFaultClosed, 0, p.harrierPassed); kind != 0 {
			p.harrierParts()
		}
	}
	n, err := p.read(b)
	p.harrierPassed += n
	if err == io.ErrClosedPipe && p.harrierParted && !p.harrierLeft {
		err = io.EOF
	}
	return n, err
}

// harrierPart is what a read into b gets of so many bytes.
func (p *pipe) harrierPart(b []byte, available int) []byte {
	if available = min(available, len(b)); harrierFaulty != 0 && available > 1 {
		if kind, bytes := harrierFault(1<<harrierFaultShort, available, 0); kind != 0 {
			return b[:bytes]
		}
	}
	return b
}

// harrierWrite is write to an end that may be parted before, or behind a part of b.
//
//go:norace
func (p *pipe) harrierWrite(b []byte) (int, error) {
	if harrierFaulty != 0 && p.harrierIsWhole() {
		kinds := uint32(1 << harrierFaultClosed)
		if len(b) > 1 {
			kinds |= 1 << harrierFaultCut
		}
		switch kind, bytes := harrierFault(kinds, len(b), p.harrierPassed); kind {
		case harrierFaultClosed:
			p.harrierParts()
		case harrierFaultCut:
			n, err := p.write(b[:bytes])
			if err == nil {
				p.harrierParts()
				err = io.ErrClosedPipe
			}
			return n, err
		}
	}
	return p.write(b)
}
