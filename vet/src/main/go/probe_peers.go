package main

import (
	"go/types"
	"regexp"
	"slices"
	"strings"
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
		if !w.pr.mayCall(fn) || len(w.taking(sig)) < 2 {
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

// withPeer are two calls of an operation, with the two objects in both orders; false if it
// does not take two.
func (w *seedWriter) withPeer(m *operation) (forth, back boundCall, ok bool) {
	if !m.isMethod() || len(m.ways[0].prelude) > 0 {
		return forth, back, false
	}
	taking := w.taking(m.fn.Signature())
	prelude := w.peerMade()
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
	return w.labeled(m, one), w.labeled(m, other.onPeer()), true
}

// swapped are two calls that name two elements in opposite orders, such as Move(a, b) and Move(b, a),
// which may lock both: the first two parameters of one type that a way has different values for.
func (o *operation) swapped() (forth, back boundCall, ok bool) {
	if o.fn == nil || !o.sum.locksTwo() {
		return forth, back, false
	}
	params := o.fn.Signature().Params()
	for i := range params.Len() - 1 {
		typ := params.At(i).Type()
		if !types.Identical(typ, params.At(i+1).Type()) || !types.Comparable(typ) {
			continue
		}
		for _, one := range o.ways {
			if i+1 < len(one.args) && one.args[i] != one.args[i+1] && !one.none {
				a, b := one.args[i], one.args[i+1]
				return boundCall{o, one}, boundCall{o, one.with(i, b).with(i+1, a)}, true
			}
		}
	}
	return forth, back, false
}

// ofPeer is the call of a method of the second object.
func (w *seedWriter) ofPeer(m *operation) boundCall {
	one := m.ways[0]
	one.prelude = append(slices.Clone(one.prelude), w.peerMade())
	return w.labeled(m, one.onPeer())
}

// peerMade is the statement that makes the second object.
func (w *seedWriter) peerMade() string { return peer + " := " + w.maker + "(t)" }

// onPeer is a call of the first object's method, made of the second one.
func (w way) onPeer() way {
	w.text = peer + "." + strings.TrimPrefix(w.text, "x.")
	return w
}

// labeled is a call that a finding shows with the name that the setup has for the first object.
func (w *seedWriter) labeled(m *operation, one way) boundCall {
	one.peers = true
	one.label = w.shown(strings.TrimPrefix(one.text, "x."))
	return boundCall{m, one}
}

// shown is code with the name that the setup has for the object.
func (w *seedWriter) shown(code string) string {
	if w.from.result == "" {
		return code
	}
	return firstObject.ReplaceAllString(code, strings.TrimPrefix(w.from.result, "&"))
}
