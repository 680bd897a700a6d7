package main

import (
	"cmp"
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A premise is a field or variable that is set, or with unset before its name, one that is not:
// false, zero, nil or empty.
type premise string

const unset = "!"

// many begins the premise that a field has as much as a parameter says.
const many = "+"

// onParameter begins the name of a parameter in a premise, and of its elements in an access: in
// the summary of a function, until its caller says what the parameter is.
const onParameter = "parameter "

// parameterName is that of a parameter with elements, or "".
func parameterName(value ssa.Value) string {
	param, ok := value.(*ssa.Parameter)
	if !ok {
		return ""
	}
	switch param.Type().Underlying().(type) {
	case *types.Slice, *types.Map:
		return fmt.Sprint(onParameter, slices.Index(param.Parent().Params, param))
	}
	return ""
}

// passedName is the name that what a function says of a parameter has for its caller, which passes
// some arguments; "" for a parameter of which nothing is known.
func passedName(name string, args []ssa.Value) string {
	before, rest, ok := strings.Cut(name, onParameter)
	if !ok {
		return name
	}
	number, elements := strings.CutSuffix(rest, "[]")
	at, err := strconv.Atoi(number)
	if err != nil || at >= len(args) {
		return ""
	}
	given := cmp.Or(field(args[at]), parameterName(args[at]))
	if given == "" {
		return ""
	}
	if elements {
		given += "[]"
	}
	return before + given
}

// join adds what a function does that is called with some arguments, behind what its call is behind.
func (s *summarizer) join(sum, called *summary, args []ssa.Value) {
	sum.add(called)
	if !s.premises {
		return
	}
	passed := func(all []premise) []premise {
		found := slices.Clone(s.behind)
		for _, one := range all {
			if name := passedName(string(one), args); name != "" && !slices.Contains(found, premise(name)) {
				found = append(found, premise(name))
			}
		}
		return found
	}
	var onParameters []access
	for one := range called.accesses {
		if strings.HasPrefix(one.field, onParameter) {
			onParameters = append(onParameters, one)
		} else {
			note(sum.behind, one, passed(called.behind[one]))
		}
	}
	slices.SortFunc(onParameters, func(a, b access) int { return cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	for _, one := range onParameters { // several may be of one field
		behind := passed(called.behind[one])
		delete(sum.accesses, one)
		if one.field = passedName(one.field, args); one.field != "" {
			sum.accesses[one] = true
			note(sum.behind, one, behind)
		}
	}
	for order := range called.orders {
		note(sum.ordering, order, passed(called.ordering[order]))
	}
}

// note adds one more way to something, with what that is behind.
func note[K access | [2]string](known map[K][]premise, one K, behind []premise) {
	if before, ok := known[one]; ok {
		behind = eitherOf(before, behind)
	}
	known[one] = behind
}

func (c premise) opposite() premise {
	if c[:1] == unset {
		return c[1:]
	}
	return unset + c
}

// premiseRounds over the blocks of a function are enough for loops in loops.
const premiseRounds = 3

// premisesOf are, for each block of a function, conditions without which it is not reached,
// each of them or one of them: they say which objects are worth trying, and nothing for sure.
func premisesOf(fn *ssa.Function) [][]premise {
	all := make([][]premise, len(fn.Blocks))
	reached := make([]bool, len(fn.Blocks))
	reached[0] = true
	for range premiseRounds {
		for _, block := range fn.Blocks[1:] {
			var meet []premise
			first := true
			for _, from := range block.Preds {
				if !reached[from.Index] {
					continue
				}
				before := all[from.Index]
				if branch, ok := from.Instrs[len(from.Instrs)-1].(*ssa.If); ok && from.Succs[0] != from.Succs[1] {
					if one := premiseOn(branch.Cond, from.Succs[0] == block); one != "" && !slices.Contains(before, one) {
						before = append(slices.Clone(before), one)
					}
				}
				if first {
					meet, first = before, false
				} else {
					meet = eitherOf(meet, before)
				}
			}
			all[block.Index], reached[block.Index] = meet, reached[block.Index] || !first
		}
	}
	return all
}

// eitherOf are the conditions of what is reached with the ones or with the others: those that both
// have. Where each of them has more, as with two that || joins, it is one of those as well.
func eitherOf(a, b []premise) []premise {
	without := func(all, others []premise, is func(premise) premise) []premise {
		return slices.DeleteFunc(slices.Clone(all), func(c premise) bool { return slices.Contains(others, is(c)) })
	}
	same := func(c premise) premise { return c }
	moreA, moreB := without(a, b, same), without(b, a, same)
	common := without(a, moreA, same)
	if len(moreA) == 0 || len(moreB) == 0 {
		return common
	}
	// The second of two that || joins is reached where the first does not hold.
	leftA, leftB := without(moreA, moreB, premise.opposite), without(moreB, moreA, premise.opposite)
	switch {
	case len(leftA) == 0 && len(leftB) == 0:
		return common
	case len(leftA) == 0:
		return slices.Concat(common, moreA, leftB)
	case len(leftB) == 0:
		return slices.Concat(common, leftA, moreB)
	}
	return slices.Concat(common, leftA, leftB)
}

// premiseOn is what a branch says of a field or variable when it is taken, or "".
func premiseOn(value ssa.Value, holds bool) premise {
	as := func(name string, is bool) premise {
		switch {
		case name == "":
			return ""
		case is:
			return premise(name)
		}
		return unset + premise(name)
	}
	switch v := value.(type) {
	case *ssa.UnOp:
		if v.Op == token.NOT {
			return premiseOn(v.X, !holds)
		}
	case *ssa.BinOp:
		x, y := v.X, v.Y
		switch v.Op {
		case token.EQL, token.NEQ:
			if _, ok := x.(*ssa.Const); ok {
				x, y = y, x
			}
			if to, ok := y.(*ssa.Const); ok {
				return as(decided(x), (v.Op == token.EQL) == (holds != isZero(to)))
			}
		case token.LSS, token.LEQ:
			return larger(y, x, holds)
		case token.GTR, token.GEQ:
			return larger(x, y, holds)
		}
		return ""
	case *ssa.Extract:
		switch of := v.Tuple.(type) {
		case *ssa.Next:
			if over, ok := of.Iter.(*ssa.Range); ok && v.Index == 0 {
				return as(cmp.Or(field(over.X), parameterName(over.X)), holds)
			}
		case *ssa.Lookup:
			return as(field(of.X), holds)
		}
		return ""
	case *ssa.Call:
		if of := sortedOf(v.Common()); of != "" {
			if holds {
				return ""
			}
			return many + premise(of)
		}
	}
	return as(decided(value), holds)
}

// sortedOf is the field of which a call asks whether it is sorted, or "": that needs several elements
// if it is not.
func sortedOf(call *ssa.CallCommon) string {
	fn := call.StaticCallee()
	if fn == nil || len(call.Args) == 0 || packageOf(fn) != "sort" && packageOf(fn) != "slices" || !strings.Contains(fn.Name(), "Sorted") {
		return ""
	}
	given := call.Args[0]
	if boxed, ok := given.(*ssa.MakeInterface); ok {
		given = boxed.X
	}
	return field(given)
}

// larger is the premise where one value is larger than another one, or is not: the larger one of
// both is set.
func larger(large, small ssa.Value, holds bool) premise {
	if !holds {
		large, small = small, large
	}
	if name := decided(large); name != "" && decided(small) != name {
		if _, ok := small.(*ssa.Parameter); ok {
			return many + premise(name)
		}
		return premise(name)
	}
	if _, ok := large.(*ssa.Const); ok {
		if name := decided(small); name != "" {
			return unset + premise(name)
		}
	}
	return ""
}

// decided is the field or variable that a value, or its length, was read from, or "".
func decided(value ssa.Value) string {
	switch v := value.(type) {
	case *ssa.Call:
		if builtin, ok := v.Call.Value.(*ssa.Builtin); ok {
			if builtin.Name() == "len" {
				return cmp.Or(field(v.Call.Args[0]), parameterName(v.Call.Args[0]))
			}
		} else if atomicOf(v.Common()) == "Load" {
			return field(v.Call.Args[0])
		}
	case *ssa.Convert:
		return decided(v.X)
	case *ssa.Lookup:
		return field(v.X)
	case *ssa.Field:
		return fieldOfValue(v)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return field(v.X)
		}
	}
	return ""
}

// fieldOfValue is the name of a field of a struct that no variable has.
func fieldOfValue(of *ssa.Field) string {
	structure, ok := of.X.Type().Underlying().(*types.Struct)
	if !ok {
		return ""
	}
	return origin(of.X.Type()) + "." + structure.Field(of.Field).Name()
}

// isZero reports whether a constant is false, 0, "" or nil.
func isZero(value *ssa.Const) bool {
	return value.IsNil() || value.Value == nil || isZeroConstant(value.Value)
}

func isZeroConstant(value constant.Value) bool {
	switch value.Kind() {
	case constant.Bool:
		return !constant.BoolVal(value)
	case constant.String:
		return constant.StringVal(value) == ""
	case constant.Int, constant.Float:
		return constant.Sign(value) == 0
	}
	return false
}
