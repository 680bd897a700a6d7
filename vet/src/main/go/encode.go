package main

import (
	"bufio"
	"encoding/binary"
)

const formatVersion = 5

// Record tags; docs/internals/ssa-format.md specifies the fields of each.
const (
	tagString   = 'S'
	tagFile     = 'F'
	tagType     = 'T'
	tagPackage  = 'P'
	tagConst    = 'C'
	tagGlobal   = 'G'
	tagFunction = 'U'
	tagBody     = 'B'
	tagExtent   = 'A'
	tagChange   = 'M'
	tagLeads    = 'L'
	tagTest     = 'E'
	tagEnd      = 'Z'
)

// record collects the fields of one record, so that the records it refers to
// can be written while it is being filled.
type record struct {
	buf []byte
}

func (r *record) uint(v uint64) {
	r.buf = binary.AppendUvarint(r.buf, v)
}

func (r *record) int(v int) { r.uint(uint64(v)) }

func (r *record) bool(v bool) {
	if v {
		r.uint(1)
	} else {
		r.uint(0)
	}
}

// encoder writes records: a tag, the length of the fields, the fields. The
// buffered writer keeps its first error until Flush, so none is checked here.
type encoder struct {
	w       *bufio.Writer
	strings map[string]int
	records uint64
}

func newEncoder(w *bufio.Writer) *encoder {
	w.WriteString("HSSA")
	w.Write(binary.AppendUvarint(nil, formatVersion))
	return &encoder{w: w, strings: make(map[string]int)}
}

func (e *encoder) write(tag byte, r *record) {
	e.records++
	e.w.WriteByte(tag)
	e.w.Write(binary.AppendUvarint(e.w.AvailableBuffer(), uint64(len(r.buf))))
	e.w.Write(r.buf)
}

// intern returns the number of s; a new string gets its record first.
func (e *encoder) intern(s string) int {
	if id, ok := e.strings[s]; ok {
		return id
	}
	id := len(e.strings)
	e.strings[s] = id
	var r record
	r.buf = append(r.buf, s...)
	e.write(tagString, &r)
	return id
}

// end writes the number of records before it, which shows a reader that
// nothing is missing.
func (e *encoder) end() {
	var r record
	r.uint(e.records)
	e.write(tagEnd, &r)
}
