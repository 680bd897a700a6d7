package main

import (
	"cmp"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"
)

const (
	mostImplementations = 4  // of an interface whose calls are followed
	mostValues          = 32 // of a type of functions: the states of a lexer
)

// callees are the functions with source that a call may reach. Of a method of an interface
// these are those of the few types that implement it; of a function in a variable those that
// are used as values of its type, if that is a named one of the module.
func (in *loaded) callees(call *ssa.CallCommon) []*ssa.Function {
	if call.IsInvoke() {
		if in.invoked == nil {
			in.invoked = make(map[invocation][]*ssa.Function)
		}
		key := invocation{call.Value.Type(), call.Method}
		found, known := in.invoked[key]
		if !known {
			found = in.implementations(call)
			if len(found) > mostImplementations {
				found = nil
			}
			slices.SortFunc(found, byName)
			in.invoked[key] = found
		}
		return found
	}
	if fn := in.withSource(call.StaticCallee()); fn != nil {
		return []*ssa.Function{fn}
	}
	named, ok := types.Unalias(call.Value.Type()).(*types.Named)
	if !ok || !in.isLoaded(named.Obj().Pkg()) {
		return nil // of others' types, such as context.CancelFunc, any function may be a value
	}
	if found := in.valuesOf(call.Signature()); len(found) <= mostValues {
		return found
	}
	return nil
}

// An invocation is the call of a method of an interface, which may be one that the interface embeds.
type invocation struct {
	of     types.Type
	method *types.Func
}

// implementations are the methods with source that a call through an interface may be of: those of
// types that have all its methods.
func (in *loaded) implementations(call *ssa.CallCommon) []*ssa.Function {
	of := call.Value.Type().Underlying().(*types.Interface)
	return slices.DeleteFunc(in.implementing(call.Method), func(fn *ssa.Function) bool { return !in.hasAll(fn.Signature.Recv().Type(), of) })
}

// valuesOf are the functions with a signature that are used as values, and not only called.
func (in *loaded) valuesOf(signature *types.Signature) []*ssa.Function {
	if in.values == nil {
		in.values = new(typeutil.Map)
		seen := make(map[*ssa.Function]bool)
		for _, fn := range slices.SortedFunc(maps.Values(in.sources()), byName) {
			in.findValues(fn, seen)
		}
		for _, pkg := range in.ssaPkgs { // what variables begin with
			if pkg != nil {
				in.findValues(pkg.Func("init"), seen)
			}
		}
	}
	found, _ := in.values.At(signature).([]*ssa.Function)
	return found
}

func (in *loaded) findValues(fn *ssa.Function, seen map[*ssa.Function]bool) {
	var buf [10]*ssa.Value
	for instr := range instructions(fn) {
		for i, operand := range instr.Operands(buf[:0]) {
			call, isCall := instr.(ssa.CallInstruction)
			value := functionOf(*operand)
			if value == nil || seen[value] || isCall && i == 0 && !call.Common().IsInvoke() {
				continue
			}
			if with := in.withSource(value); with != nil && len(with.Blocks) > 0 {
				seen[value] = true
				signature := types.NewSignatureType(nil, nil, nil, with.Signature.Params(), with.Signature.Results(), with.Signature.Variadic())
				others, _ := in.values.At(signature).([]*ssa.Function)
				in.values.Set(signature, append(others, with))
			}
		}
	}
	for _, literal := range fn.AnonFuncs {
		in.findValues(literal, seen)
	}
}

// functionOf is the function that a value is, or nil.
func functionOf(value ssa.Value) *ssa.Function {
	switch value := value.(type) {
	case *ssa.MakeClosure:
		return value.Fn.(*ssa.Function)
	case *ssa.Function:
		return value
	}
	return nil
}

// withSource is a function with its instructions, or nil: a package that imports it knows
// only that there is one.
func (in *loaded) withSource(fn *ssa.Function) *ssa.Function {
	if fn == nil || len(fn.Blocks) > 0 {
		return fn
	}
	return in.sources()[fullName(fn)]
}

func byName(a, b *ssa.Function) int { return cmp.Compare(a.String(), b.String()) }

func fullName(fn *ssa.Function) string {
	if declared, ok := fn.Object().(*types.Func); ok {
		return declared.Origin().FullName()
	}
	return ""
}
