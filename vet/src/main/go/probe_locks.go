package main

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// readHeld marks a lock that is held for reading: it keeps writers away only.
const readHeld = "/r"

// lock notes that a lock is taken while others are held, and returns all of them.
// One that the function gives away may be released at any time: it is not held.
func (s *summarizer) lock(sum *summary, taken ssa.Value, mode string, held []string) []string {
	lock := field(taken)
	object := objectOf(taken)
	for _, one := range held {
		name, of := split(one)
		if outer := strings.TrimSuffix(name, readHeld); outer != lock || of != object || name == lock+mode && mode == readHeld || s.isOfOther(one, taken) {
			sum.orders[[2]string{outer, lock}] = true
			if s.premises {
				note(sum.ordering, [2]string{outer, lock}, s.behind)
			}
		}
	}
	sum.locks[lock]++
	if mode != readHeld {
		sum.writing[lock] = true
	}
	if isGivenAway(taken) {
		if locksAnother(taken) {
			sum.orders[[2]string{lock, lock}] = true
		}
		return held
	}
	if s.taken == nil {
		s.taken = make(map[string]ssa.Value)
	}
	s.taken[lock+object+mode] = taken
	return append(slices.Clone(held), lock+object+mode)
}

// locksAnother reports whether the function that takes a lock also takes that of another parameter.
func locksAnother(taken ssa.Value) bool {
	at, ok := taken.(ssa.Instruction)
	if !ok {
		return false
	}
	for instr := range instructions(at.Parent()) {
		call, ok := instr.(*ssa.Call)
		if !ok || lockOf(call.Common()) != "Lock" || len(call.Call.Args) == 0 {
			continue
		}
		if other := call.Call.Args[0]; field(other) == field(taken) && root(other) != root(taken) {
			return true
		}
	}
	return false
}

// isOfOther reports whether a lock that is held is that of another object than one that is taken:
// two calls have returned them.
func (s *summarizer) isOfOther(held string, taken ssa.Value) bool {
	before, ok := s.taken[held]
	if !ok || before.Parent() != taken.Parent() {
		return false
	}
	first, ok := root(before).(*ssa.Call)
	second, also := root(taken).(*ssa.Call)
	return ok && also && first != second
}

// isGivenAway reports whether a function uses a lock that it takes for anything but
// its methods: it passes it on, as a sync.Locker or with its method Unlock.
func isGivenAway(lock ssa.Value) bool {
	at, ok := lock.(ssa.Instruction)
	if !ok {
		return false
	}
	name := field(lock)
	for instr := range instructions(at.Parent()) {
		if value, ok := instr.(*ssa.FieldAddr); ok && field(value) == name && isPassedOn(value) {
			return true
		}
	}
	return false
}

// isPassedOn reports whether a lock, or the field that refers to one, has a use other
// than its methods.
func isPassedOn(lock ssa.Value) bool {
	for _, use := range *lock.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
			if isPassedOn(use) {
				return true
			}
		case ssa.CallInstruction:
			if lockOf(use.Common()) == "" {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// lockOf is the method of a mutex that a call is of, or "".
func lockOf(call *ssa.CallCommon) string { return methodOf(call, "*sync.Mutex", "*sync.RWMutex") }

// holdsLock reports whether a struct has a lock, and no pointer to one.
func holdsLock(typ types.Type) bool {
	structure, ok := typ.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range structure.Fields() {
		if text := types.TypeString(f.Type(), nil); text == "sync.Mutex" || text == "sync.RWMutex" {
			return true
		}
	}
	return false
}

// guards reports whether a type is a lock or a sync.Map, or has a lock: goroutines that share it rely
// on its being the same one.
func guards(typ types.Type) bool {
	switch types.TypeString(typ, nil) {
	case "sync.Mutex", "sync.RWMutex", "sync.Map":
		return true
	}
	return holdsLock(typ)
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
	var found []*ssa.Parameter // mostly none: each access asks
	for _, p := range fn.Params[1:] {
		if types.Identical(p.Type(), first.Type()) {
			found = append(found, p)
		}
	}
	return found
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
