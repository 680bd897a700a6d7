package main

import (
	"go/types"
)

// Type kinds of the format.
const (
	kindBasic = iota
	kindPointer
	kindSlice
	kindArray
	kindMap
	kindChan
	kindStruct
	kindFunc
	kindInterface
	kindTuple
	kindOther
)

// typeTable numbers types by their printed form, so that the same type seen
// through export data, source and test variants is one type. Number 0 means
// that there is none.
type typeTable struct {
	enc    *encoder
	byType map[types.Type]int
	byText map[string]int
	texts  []string
}

func newTypeTable(enc *encoder) *typeTable {
	return &typeTable{enc, make(map[types.Type]int), make(map[string]int), []string{""}}
}

func (t *typeTable) id(typ types.Type) int {
	if typ == nil {
		return 0
	}
	typ = types.Unalias(typ)
	if id, ok := t.byType[typ]; ok {
		return id
	}
	text := t.text(typ)
	if id, ok := t.byText[text]; ok {
		t.byType[typ] = id
		return id
	}
	id := len(t.byText) + 1
	t.byType[typ] = id
	t.byText[text] = id
	t.texts = append(t.texts, text)
	t.write(id, text, typ)
	return id
}

// known is the number of a type that has one; an alias has none of its own.
func (t *typeTable) known(typ types.Type) (int, bool) {
	if id, ok := t.byType[typ]; ok {
		return id, true
	}
	id, ok := t.byText[t.text(typ)]
	return id, ok
}

// text is the printed form. SSA construction makes pointer types again for each
// use; that of the element is known by then.
func (t *typeTable) text(typ types.Type) string {
	if p, ok := typ.(*types.Pointer); ok {
		elem := types.Unalias(p.Elem())
		if id, ok := t.byType[elem]; ok {
			return "*" + t.texts[id]
		}
		return "*" + t.text(elem)
	}
	return types.TypeString(typ, nil)
}

// write emits the components of a type before the type itself; a recursive
// type refers forward to its own number.
func (t *typeTable) write(id int, text string, typ types.Type) {
	kind, elem := kindOther, 0
	var fields record
	count := 0
	field := func(v *types.Var) {
		fields.int(t.enc.intern(v.Name()))
		fields.int(t.id(v.Type()))
		count++
	}
	switch u := typ.Underlying().(type) {
	case *types.Basic:
		kind = kindBasic
	case *types.Pointer:
		kind, elem = kindPointer, t.id(u.Elem())
	case *types.Slice:
		kind, elem = kindSlice, t.id(u.Elem())
	case *types.Array:
		kind, elem = kindArray, t.id(u.Elem())
	case *types.Map:
		kind, elem = kindMap, t.id(u.Elem())
	case *types.Chan:
		kind, elem = kindChan, t.id(u.Elem())
	case *types.Signature:
		kind = kindFunc
	case *types.Interface:
		kind = kindInterface
		for m := range u.Methods() {
			fields.int(t.enc.intern(m.Name()))
			fields.int(t.id(unnamed(m.Signature())))
			count++
		}
	case *types.Struct:
		kind = kindStruct
		for f := range u.Fields() {
			field(f)
		}
	case *types.Tuple:
		kind = kindTuple
		for v := range u.Variables() {
			field(v)
		}
	}
	var r record
	r.int(id)
	r.int(kind)
	r.int(t.enc.intern(text))
	r.int(elem)
	r.int(count)
	r.buf = append(r.buf, fields.buf...)
	t.enc.write(tagType, &r)
}

// unnamed is a signature without receiver and names of parameters, which do
// not matter to whether a method implements another.
func unnamed(s *types.Signature) *types.Signature {
	return types.NewSignatureType(nil, nil, nil, withoutNames(s.Params()), withoutNames(s.Results()), s.Variadic())
}

func withoutNames(t *types.Tuple) *types.Tuple {
	vars := make([]*types.Var, 0, t.Len())
	for v := range t.Variables() {
		vars = append(vars, types.NewParam(v.Pos(), v.Pkg(), "", v.Type()))
	}
	return types.NewTuple(vars...)
}
