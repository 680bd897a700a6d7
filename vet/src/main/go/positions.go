package main

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// position is that of an instruction, or of what it belongs to in the source if
// SSA construction gives it none: the identifier of a variable that is loaded,
// the range statement of a step, the return statement of what runs with it. That
// of a deferred call is as if it were not deferred; a literal would lie between.
func (b *body) position(instr ssa.Instruction) token.Pos {
	if d, ok := instr.(*ssa.Defer); ok && !isLiteral(d.Call.Value) {
		return d.Call.Pos()
	}
	if pos := instr.Pos(); pos.IsValid() {
		return pos
	}
	if v, ok := instr.(ssa.Value); ok {
		if pos, ok := b.positions[v]; ok {
			return pos
		}
	}
	switch i := instr.(type) {
	case *ssa.Next:
		if r, ok := i.Iter.(*ssa.Range); ok {
			return r.Pos()
		}
	case *ssa.MakeClosure: // the body of a range over a function
		return i.Fn.Pos()
	case *ssa.RunDefers:
		if end := returns(i.Block()); end != nil {
			return end.Pos()
		}
	case *ssa.UnOp: // a named result
		if end := returns(i.Block()); end != nil && slices.Contains(end.Results, ssa.Value(i)) {
			return end.Pos()
		}
	}
	return token.NoPos
}

func isLiteral(callee ssa.Value) bool {
	if c, ok := callee.(*ssa.MakeClosure); ok {
		callee = c.Fn
	}
	fn, ok := callee.(*ssa.Function)
	return ok && fn.Parent() != nil
}

// returns is the return at the end of a block, if there is one.
func returns(block *ssa.BasicBlock) *ssa.Return {
	end, _ := block.Instrs[len(block.Instrs)-1].(*ssa.Return)
	return end
}
