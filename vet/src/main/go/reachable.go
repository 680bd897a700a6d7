package main

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// reachable finds the functions of the loaded packages and what these lead to:
// functions that they name, and the methods of the types that they convert to
// interfaces. Nothing else can run. ssautil.AllFunctions adds the methods of
// all types that reflection can get to, which are several times as many, and
// builds a wrapper for each that is promoted.
func reachable(in *loaded) map[*ssa.Function]bool {
	r := newReach(in)
	for i, p := range in.pkgs {
		if in.ssaPkgs[i] == nil {
			continue
		}
		for _, member := range in.ssaPkgs[i].Members {
			if fn, ok := member.(*ssa.Function); ok {
				r.add(fn)
			}
		}
		for _, obj := range p.TypesInfo.Defs {
			if declared, ok := obj.(*types.Func); ok {
				r.add(in.prog.FuncValue(declared))
			}
		}
	}
	r.all()
	return r.found
}

type reach struct {
	prog  *ssa.Program
	found map[*ssa.Function]bool
	types map[types.Type]bool
	work  []*ssa.Function

	// Names of methods that are called through interfaces; nil for all. Methods
	// with other names wait until a call of such a name is found.
	called  map[string]bool
	waiting map[string][]*ssa.Function
	used    map[*ssa.Function]bool // of which the variables are added
}

func newReach(in *loaded) *reach {
	return &reach{
		prog:  in.prog,
		found: make(map[*ssa.Function]bool),
		types: make(map[types.Type]bool),
	}
}

// all finds what those that were added lead to.
func (r *reach) all() {
	for len(r.work) > 0 {
		last := len(r.work) - 1
		fn := r.work[last]
		r.work = r.work[:last]
		r.follow(fn)
	}
}

func (r *reach) add(fn *ssa.Function) {
	if fn != nil && !r.found[fn] {
		r.found[fn] = true
		r.work = append(r.work, fn)
	}
}

func (r *reach) follow(fn *ssa.Function) {
	for _, literal := range fn.AnonFuncs {
		r.add(literal)
	}
	var buf [10]*ssa.Value
	for _, block := range fn.Blocks {
		for _, instr := range block.Instrs {
			switch i := instr.(type) {
			case *ssa.DebugRef:
				continue
			case *ssa.MakeInterface:
				r.convert(i.X.Type())
			case ssa.CallInstruction:
				if r.called != nil && i.Common().IsInvoke() {
					r.call(i.Common().Method.Name())
				}
			}
			for _, operand := range instr.Operands(buf[:0]) {
				if named, ok := (*operand).(*ssa.Function); ok && (r.called == nil || !hasRun(fn, instr, named)) {
					r.add(named)
				}
			}
		}
	}
}

// convert adds the methods that a call through an interface may reach; a type
// with type parameters has none to call.
func (r *reach) convert(typ types.Type) {
	if r.types[typ] || types.IsInterface(typ) {
		return
	}
	r.types[typ] = true
	for _, method := range methods(r.prog, typ) {
		if r.called == nil || r.called[method.Name()] {
			r.add(method)
		} else {
			r.waiting[method.Name()] = append(r.waiting[method.Name()], method)
		}
	}
}

// call adds the methods of a name, which is called through an interface.
func (r *reach) call(name string) {
	r.called[name] = true
	for _, method := range r.waiting[name] {
		r.add(method)
	}
	delete(r.waiting, name)
}

func methods(prog *ssa.Program, typ types.Type) []*ssa.Function {
	var found []*ssa.Function
	set := prog.MethodSets.MethodSet(typ)
	for i := range set.Len() {
		if method := prog.MethodValue(set.At(i)); method != nil {
			found = append(found, method)
		}
	}
	return found
}
