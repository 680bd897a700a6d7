package main

import (
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// changes says what code may change of a struct when it has no more than a
// pointer to it: what it does to variables of its own is no part of it. The
// reader asks about all code, and does not get to see all.
type changes map[types.Type]*change

type change struct {
	whole  bool // assigned as a whole, or reached by way of an unsafe pointer
	fields map[int]bool
}

func (c changes) read(instr ssa.Instruction, operands []*ssa.Value) {
	switch i := instr.(type) {
	case *ssa.FieldAddr, *ssa.UnOp:
		return
	case *ssa.Store:
		if !isOwn(i.Addr) {
			c.whole(i.Addr.Type())
			c.field(i.Addr)
		}
		c.field(i.Val)
		return
	case *ssa.ChangeType:
		c.share(i.X.Type(), i.Type())
	case *ssa.Convert:
		c.whole(i.X.Type())
		c.whole(i.Type())
	}
	for _, operand := range operands {
		c.field(*operand)
	}
}

// isOwn says whether an address is that of a variable, or of a part of one,
// which belongs to the function or to one around it.
func isOwn(address ssa.Value) bool {
	switch a := address.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		return true
	case *ssa.FieldAddr:
		return isOwn(a.X)
	}
	return false
}

// field notes that anyone who has the value can change the field whose address
// it is, and with it all that the field is a part of.
func (c changes) field(v ssa.Value) {
	for {
		address, ok := v.(*ssa.FieldAddr)
		if !ok {
			return
		}
		if of := c.of(address.X.Type()); of != nil {
			of.fields[address.Field] = true
		}
		v = address.X
	}
}

func (c changes) whole(pointer types.Type) {
	if of := c.of(pointer); of != nil {
		of.whole = true
	}
}

// share notes that a struct may be looked at as one of another type: what
// changes the one changes the other.
func (c changes) share(pointer, other types.Type) {
	a, b := c.of(pointer), c.of(other)
	if a == nil || b == nil || a == b {
		return
	}
	a.whole = a.whole || b.whole
	maps.Copy(a.fields, b.fields)
	for typ, of := range c {
		if of == b {
			c[typ] = a
		}
	}
}

// of is the change to what a type points to, if that is a struct.
func (c changes) of(pointer types.Type) *change {
	p, ok := pointer.Underlying().(*types.Pointer)
	if !ok {
		return nil
	}
	elem := types.Unalias(p.Elem())
	if of, ok := c[elem]; ok {
		return of
	}
	if _, ok := elem.Underlying().(*types.Struct); !ok {
		return nil
	}
	of := &change{fields: make(map[int]bool)}
	c[elem] = of
	return of
}

// writeChanges writes the changes to those structs that the stream mentions; to
// the others, no code in it has a pointer.
func (x *exporter) writeChanges(c changes) {
	byID := make(map[int]*change)
	for typ, of := range c {
		id, ok := x.types.known(typ)
		if !ok || (!of.whole && len(of.fields) == 0) {
			continue
		}
		all, ok := byID[id]
		if !ok {
			all = &change{fields: make(map[int]bool)}
			byID[id] = all
		}
		all.whole = all.whole || of.whole
		maps.Copy(all.fields, of.fields)
	}
	for _, id := range slices.Sorted(maps.Keys(byID)) {
		var r record
		r.int(id)
		r.bool(byID[id].whole)
		r.int(len(byID[id].fields))
		for _, field := range slices.Sorted(maps.Keys(byID[id].fields)) {
			r.int(field)
		}
		x.enc.write(tagChange, &r)
	}
}
