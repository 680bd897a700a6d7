package main

import (
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// peer is the variable of a second object, which is made as the first one, x, is.
const peer = "y"

// firstObject is the variable of the first one in a call.
var firstObject = regexp.MustCompile(`\bx\b`)

// mostPeers are the calls on the second object that one call with both objects meets.
const mostPeers = 2

// peers are calls that use two objects of the type: each of two goroutines gives the one to a
// method of the other, which may lock both. What uses the second object also meets another call
// of that one.
func (w *seedWriter) peers() {
	if w.typ.named == nil || types.IsInterface(w.typ.named) || w.maker == "" {
		return
	}
	for _, m := range slices.Concat(w.ops, w.joining()) {
		forth, back, ok := w.withPeer(m)
		if !ok {
			continue
		}
		rank := conflict(m.sum, m.sum)
		if rank == 0 {
			continue
		}
		w.scenario(10*rank+5, []boundCall{forth}, []boundCall{back})
		others := slices.DeleteFunc(slices.Clone(w.ops), func(o *operation) bool {
			return o == m || !o.isMethod() || len(o.ways[0].prelude) > 0 || overlap(m.sum, o.sum) == 0
		})
		slices.SortStableFunc(others, func(a, b *operation) int { return conflict(m.sum, b.sum) - conflict(m.sum, a.sum) })
		for _, other := range others[:min(len(others), mostPeers)] {
			w.scenario(10*conflict(m.sum, other.sum)+5, []boundCall{forth}, []boundCall{w.ofPeer(other)})
		}
	}
}

// joining are the functions of the package that take two objects of the type.
func (w *seedWriter) joining() []*operation {
	var found []*operation
	on := ""
	if w.home.external {
		on = w.home.imports.of(w.pr.p.PkgPath, w.pr.p.Name) + "."
	}
	for _, fn := range w.pr.userFunctions() {
		sig := fn.Signature()
		if sig.TypeParams().Len() > 0 || w.pr.want.funcs != nil && !w.pr.want.funcs.MatchString(fn.Name()) || forbids(w.pr.docOf(fn)) || len(w.taking(sig)) < 2 {
			continue
		}
		if one, _ := w.pr.operation(w.pr.p.Name, w.home, nil, fn, sig, on); one != nil {
			found = append(found, one)
		}
	}
	return found
}

// taking are the parameters that an object of the type can be passed for.
func (w *seedWriter) taking(sig *types.Signature) []int {
	var found []int
	for i := range sig.Params().Len() {
		param := sig.Params().At(i).Type()
		if named, ok := deref(param).(*types.Named); ok && isPointer(param) && named.Obj() == w.typ.named.Obj() && !(sig.Variadic() && i == sig.Params().Len()-1) {
			found = append(found, i)
		}
	}
	return found
}

func isPointer(typ types.Type) bool {
	_, ok := types.Unalias(typ).(*types.Pointer)
	return ok
}

// withPeer are two calls of an operation, with the two objects in both orders; false if it
// does not take two.
func (w *seedWriter) withPeer(m *operation) (forth, back boundCall, ok bool) {
	if m.fn == nil || m.owner != "" || m.name != m.fn.Name() || len(m.ways[0].prelude) > 0 {
		return forth, back, false
	}
	taking := w.taking(m.fn.Signature())
	prelude := peer + " := " + w.maker + "(t)"
	if m.fn.Signature().Recv() == nil {
		if len(taking) < 2 {
			return forth, back, false
		}
		one := m.ways[0].with(taking[0], "x", prelude)
		other := m.ways[0].with(taking[0], peer, prelude)
		return w.labeled(m, one.with(taking[1], peer)), w.labeled(m, other.with(taking[1], "x")), true
	}
	if len(taking) == 0 {
		return forth, back, false
	}
	one, other := m.ways[0].with(taking[0], peer, prelude), m.ways[0].with(taking[0], "x", prelude)
	other.text = peer + "." + strings.TrimPrefix(other.text, "x.")
	return w.labeled(m, one), w.labeled(m, other), true
}

// ofPeer is the call of a method of the second object.
func (w *seedWriter) ofPeer(m *operation) boundCall {
	one := m.ways[0]
	one.prelude = append(slices.Clone(one.prelude), peer+" := "+w.maker+"(t)")
	one.text = peer + "." + strings.TrimPrefix(one.text, "x.")
	return w.labeled(m, one)
}

// labeled is a call that a finding shows with the name that the setup has for the first object.
func (w *seedWriter) labeled(m *operation, one way) boundCall {
	one.peers = true
	one.label = firstObject.ReplaceAllString(strings.TrimPrefix(one.text, "x."), strings.TrimPrefix(w.from.result, "&"))
	return boundCall{m, one}
}

// A function that takes two objects of one type holds locks of the one or the other: the name of
// a lock of the second one has this sign and the name of its parameter behind it, that of a lock
// of which it is not known whose it is has only the sign.
const ofObject = "@"

// seconds are the parameters of a function that have the type of its first one.
func seconds(fn *ssa.Function) []*ssa.Parameter {
	if fn == nil || len(fn.Params) < 2 {
		return nil
	}
	first := fn.Params[0]
	if named, ok := deref(first.Type()).(*types.Named); !ok || !isPointer(first.Type()) || !isStruct(named) {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(fn.Params[1:]), func(p *ssa.Parameter) bool { return !types.Identical(p.Type(), first.Type()) })
}

func isStruct(typ types.Type) bool {
	_, ok := typ.Underlying().(*types.Struct)
	return ok
}

// objectOf is the sign of the object that a value is, or is a part of: "" for that of the first
// parameter, and in functions that take one object only.
func objectOf(value ssa.Value) string {
	switch base := root(value).(type) {
	case *ssa.Parameter:
		if slices.Contains(seconds(base.Parent()), base) {
			return ofObject + base.Name()
		}
	case ssa.Instruction:
		if len(seconds(base.Parent())) > 0 {
			return ofObject
		}
	}
	return ""
}

// split is the name of a held lock without its object, with the mark of a lock that is held for
// reading, and the sign of the object.
func split(held string) (string, string) {
	name, reading := strings.CutSuffix(held, readHeld)
	name, object, ok := strings.Cut(name, ofObject)
	if ok {
		object = ofObject + object
	}
	if reading {
		name += readHeld
	}
	return name, object
}

// ownerOf is the type that a lock, or a field, is of.
func ownerOf(name string) string { return name[:max(strings.LastIndex(name, "."), 0)] }

// heldFor are the names of the locks that may guard what an object of a type has: those of the
// same object, and of other types.
func heldFor(owner, object string, held []string) []string {
	var found []string
	for _, one := range held {
		name, of := split(one)
		if of == object || of == ofObject || object == ofObject || ownerOf(name) != owner {
			found = append(found, name)
		}
	}
	return found
}

// passed are the locks that are held when a function is called, with the signs that their objects
// have there.
func passed(call *ssa.CallCommon, callee *ssa.Function, held []string) []string {
	if len(held) == 0 || len(callee.Params) == 0 || len(call.Args) != len(callee.Params) {
		return held
	}
	owner := origin(deref(callee.Params[0].Type()))
	several := seconds(callee)
	signs := map[string]string{objectOf(call.Args[0]): ""}
	for i, param := range callee.Params {
		if slices.Contains(several, param) {
			signs[objectOf(call.Args[i])] = ofObject + param.Name()
		}
	}
	_, isUnknown := signs[ofObject]
	var found []string
	for _, one := range held {
		name, of := split(one)
		sign, isPassed := signs[of]
		switch {
		case ownerOf(name) != owner:
			found = append(found, name)
		case of == ofObject || isUnknown:
			found = append(found, signed(name, ofObject))
		case isPassed:
			found = append(found, signed(name, sign))
		}
	}
	return found
}

// signed is the name of a lock with the sign of its object.
func signed(name, sign string) string {
	if lock, reading := strings.CutSuffix(name, readHeld); reading {
		return lock + sign + readHeld
	}
	return name + sign
}
