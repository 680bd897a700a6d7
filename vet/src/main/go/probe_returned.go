package main

import (
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A returned field is a slice or map that a function returns itself, not a copy: its caller reads
// the elements, and holds no lock.
type returnedField struct {
	name     string
	variable bool // of a package
}

// returned finds them, and keeps those of the functions that it has seen.
type returned struct {
	in   *loaded
	done map[*ssa.Function][]returnedField
}

func (r *returned) of(fn *ssa.Function) []returnedField {
	if known, ok := r.done[fn]; ok {
		return known
	}
	r.done[fn] = nil // while it is looked at
	var found []returnedField
	for instr := range instructions(fn) {
		if end, ok := instr.(*ssa.Return); ok {
			for _, result := range end.Results {
				found = append(found, r.within(result, make(map[ssa.Value]bool))...)
			}
		}
	}
	slices.SortFunc(found, func(a, b returnedField) int { return strings.Compare(a.name, b.name) })
	r.done[fn] = slices.Compact(found)
	return r.done[fn]
}

// within are the fields that a value of a slice or map type may be read from.
func (r *returned) within(value ssa.Value, seen map[ssa.Value]bool) []returnedField {
	if seen[value] {
		return nil
	}
	seen[value] = true
	var found []returnedField
	switch v := value.(type) {
	case *ssa.Phi:
		for _, edge := range v.Edges {
			found = append(found, r.within(edge, seen)...)
		}
		return found
	case *ssa.Extract:
		return r.within(v.Tuple, seen)
	case *ssa.Call:
		for _, callee := range r.in.callees(v.Common()) {
			found = append(found, r.of(callee)...)
		}
		return found
	case *ssa.UnOp:
		if values := valuesOf(v); values != nil {
			for _, one := range values {
				found = append(found, r.within(one, seen)...)
			}
			return found
		}
	}
	switch value.Type().Underlying().(type) {
	case *types.Slice, *types.Map:
		if _, fresh := root(value).(*ssa.Alloc); !fresh && field(value) != "" {
			return []returnedField{{field(value), isVariable(value)}}
		}
	}
	return nil
}

// valuesOf are the values that a local variable may have when it is read: the results of a function
// that defers are in such variables. They are nil for what is not one.
func valuesOf(read *ssa.UnOp) []ssa.Value {
	local, ok := read.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	values := []ssa.Value{}
	for _, use := range *local.Referrers() {
		if set, ok := use.(*ssa.Store); ok && set.Addr == local {
			values = append(values, set.Val)
		}
	}
	return values
}

// lendsWords say of a method that its caller may use what it returns only for so long, or with a lock.
var lendsWords = regexp.MustCompile(`(?i)\b(valid|use[ds]?|safe)\s+(only\s+)?(until|while|before)\b|\buntil the next\b|\b(hold(s|ing)?|held|own(s|ing)?)\s+(the|its|a)?\s*\w*\s*lock|\b(is|are|be)\s+locked\b|\bnot\s+(a\s+)?(cop(y|ied)|safe)\b|\bwithout\s+(a\s+)?copy`)

// returnedFields are those that a method returns and does not only lend.
func (pr *prober) returnedFields(fn *types.Func) []returnedField {
	source := pr.in.sources()[fn.Origin().FullName()]
	if source == nil || lendsWords.MatchString(pr.docOf(fn)) {
		return nil
	}
	return pr.returns.of(source)
}

// returnedBy are the places of the exported methods that return a field itself, by the field.
func (pr *prober) returnedBy() map[string][]string {
	found := make(map[string][]string)
	for _, typ := range pr.types {
		if typ.named == nil {
			continue
		}
		for _, fn := range pr.functionsOf(typ) {
			for _, one := range pr.returnedFields(fn) {
				found[one.name] = append(found[one.name], line(pr.p.Fset, fn.Pos()))
			}
		}
	}
	return found
}
