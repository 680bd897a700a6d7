package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// awaited are the flags that loops wait for: a loop that waits ends when such a field is
// set, and nothing in it sets it, or calls what is not known. So another goroutine must,
// by one of the writes. This is ad hoc synchronization (Xiong et al., OSDI 2010).
func (pr *prober) awaited(s *summarizer) []guard {
	writes := make(map[string][]place)
	for where := range s.places {
		if where.write && !pr.isBeginning(where.at) {
			writes[where.field] = append(writes[where.field], where)
		}
	}
	reads := make(map[string][]*ssa.FieldAddr)
	for _, name := range slices.Sorted(maps.Keys(pr.in.sources())) {
		if fn := pr.in.sources()[name]; packageOf(fn) == pr.p.PkgPath && !inTests(pr.p.Fset, fn.Pos()) {
			for _, one := range append([]*ssa.Function{fn}, fn.AnonFuncs...) {
				pr.flags(one, reads)
			}
		}
	}
	var found []guard
	for _, name := range slices.Sorted(maps.Keys(reads)) {
		one := guard{Field: path.Base(name), Loop: true}
		loops := make(map[*ast.FuncDecl]bool)
		for _, read := range reads[name] {
			one.Held = append(one.Held, line(pr.p.Fset, read.Pos()))
			loops[pr.functionAt(read.Pos())] = true
		}
		for _, where := range writes[name] {
			if !loops[pr.functionAt(where.at)] {
				one.Bare = append(one.Bare, line(pr.p.Fset, where.at))
			}
		}
		slices.Sort(one.Held)
		slices.Sort(one.Bare)
		one.Held, one.Bare = slices.Compact(one.Held), slices.Compact(one.Bare)
		if len(one.Bare) > 0 {
			found = append(found, one)
		}
	}
	return found
}

// flags adds the reads of fields that loops of a function wait for.
func (pr *prober) flags(fn *ssa.Function, reads map[string][]*ssa.FieldAddr) {
	for _, body := range naturalLoops(fn) {
		if !waits(body) {
			continue
		}
		for block := range body {
			branch, ok := block.Instrs[len(block.Instrs)-1].(*ssa.If)
			if !ok || body[block.Succs[0]] && body[block.Succs[1]] {
				continue
			}
			if read := flagOf(branch.Cond); read != nil && pr.leaves(body, field(read), make(map[*ssa.Function]bool)) {
				reads[field(read)] = append(reads[field(read)], read)
			}
		}
	}
}

// naturalLoops are those of a function, each with all its blocks.
func naturalLoops(fn *ssa.Function) []map[*ssa.BasicBlock]bool {
	var found []map[*ssa.BasicBlock]bool
	for _, block := range fn.Blocks {
		for _, head := range block.Succs {
			if !head.Dominates(block) {
				continue
			}
			body := map[*ssa.BasicBlock]bool{head: true}
			for work := []*ssa.BasicBlock{block}; len(work) > 0; {
				last := work[len(work)-1]
				work = work[:len(work)-1]
				if !body[last] {
					body[last] = true
					work = append(work, last.Preds...)
				}
			}
			found = append(found, body)
		}
	}
	return found
}

// flagOf is the field of the object that a condition is, or its opposite; nil for others.
func flagOf(cond ssa.Value) *ssa.FieldAddr {
	read, ok := cond.(*ssa.UnOp)
	if ok && read.Op == token.NOT {
		read, ok = read.X.(*ssa.UnOp)
	}
	if !ok || read.Op != token.MUL {
		return nil
	}
	addr, ok := read.X.(*ssa.FieldAddr)
	if !ok {
		return nil
	}
	object := addr.X
	if captured, ok := object.(*ssa.UnOp); ok && captured.Op == token.MUL {
		object = captured.X
	}
	switch object.(type) {
	case *ssa.Parameter, *ssa.FreeVar:
		return addr
	}
	return nil
}

// waits reports whether something else may happen before these blocks are over: they take
// a lock, use a channel, sleep, or wait for a connection. What they only call does not count.
func waits(body map[*ssa.BasicBlock]bool) bool {
	for block := range body {
		for _, instr := range block.Instrs {
			switch i := instr.(type) {
			case *ssa.Send, *ssa.Select:
				return true
			case *ssa.UnOp:
				if i.Op == token.ARROW {
					return true
				}
			case *ssa.Call:
				call := i.Common()
				if name := lockOf(call); name == "Lock" || name == "RLock" || conditionOf(call) == "Wait" || isAccept(call) {
					return true
				}
				if fn := call.StaticCallee(); fn != nil && fn.String() == "time.Sleep" {
					return true
				}
			}
		}
	}
	return false
}

// isAccept reports whether a call waits for a connection, which only its listener's end ends.
func isAccept(call *ssa.CallCommon) bool {
	if call.IsInvoke() {
		return call.Method.Name() == "Accept" && call.Method.Pkg() != nil && call.Method.Pkg().Path() == "net"
	}
	fn := call.StaticCallee()
	return fn != nil && packageOf(fn) == "net" && strings.HasPrefix(fn.Name(), "Accept")
}

// leaves reports whether blocks leave a field as it is, for all that is known: they do not
// set it, nor does what they call, and they call nothing that a user may have given.
func (pr *prober) leaves(body map[*ssa.BasicBlock]bool, name string, done map[*ssa.Function]bool) bool {
	for block := range body {
		for _, instr := range block.Instrs {
			switch i := instr.(type) {
			case *ssa.Store:
				if field(i.Addr) == name {
					return false
				}
			case *ssa.Go: // it is another goroutine
			case ssa.CallInstruction:
				if !pr.callLeaves(i.Common(), name, done) {
					return false
				}
			}
		}
	}
	return true
}

func (pr *prober) callLeaves(call *ssa.CallCommon, name string, done map[*ssa.Function]bool) bool {
	if call.IsInvoke() {
		return call.Method.Pkg() == nil || isOfLibrary(call.Method.Pkg().Path())
	}
	if _, ok := call.Value.(*ssa.Builtin); ok {
		return true
	}
	fn := call.StaticCallee()
	if fn == nil {
		return false
	}
	for _, given := range call.Args {
		if _, ok := given.Type().Underlying().(*types.Signature); ok {
			return false
		}
	}
	if done[fn] || isOfLibrary(packageOf(fn)) {
		return true
	}
	done[fn] = true
	if fn = pr.in.withSource(fn); fn == nil {
		return false
	}
	all := make(map[*ssa.BasicBlock]bool)
	for _, block := range fn.Blocks {
		all[block] = true
	}
	return pr.leaves(all, name, done)
}
