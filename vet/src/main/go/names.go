package main

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// name is that of the variable which has the value of an instruction. Variables
// in memory have their names by their Alloc; an identifier that stands for a
// load or a field may be that of a field.
func (b *body) name(instr ssa.Instruction) string {
	switch i := instr.(type) {
	case *ssa.Alloc:
		if temporaries[i.Comment] {
			return b.names[i]
		}
	case *ssa.Phi:
		if b.names[i] == "" && token.IsIdentifier(i.Comment) {
			return i.Comment
		}
		return b.names[i]
	case *ssa.UnOp:
		if i.Op == token.ARROW {
			return b.names[i]
		}
	case *ssa.Call, *ssa.Extract, *ssa.Lookup, *ssa.MakeChan, *ssa.MakeMap, *ssa.MakeSlice, *ssa.Slice, *ssa.TypeAssert:
		return b.names[i.(ssa.Value)]
	}
	return ""
}

// temporaries are the comments of an Alloc that is no variable of the source.
var temporaries = map[string]bool{
	"complit": true, "makeslice": true, "new": true, "slicelit": true, "varargs": true,
}

// writeNames writes what the values are called that refer to memory.
func (b *body) writeNames(fn *ssa.Function) {
	var named []ssa.Value
	for _, block := range fn.Blocks {
		for _, instr := range block.Instrs {
			if v, ok := instr.(ssa.Value); ok && b.name(instr) != "" && refers(v.Type()) {
				named = append(named, v)
			}
		}
	}
	b.r.int(len(named))
	for _, v := range named {
		b.r.int(b.registers[v])
		b.r.int(b.x.enc.intern(b.name(v.(ssa.Instruction))))
	}
}

func refers(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Chan, *types.Map, *types.Slice, *types.Interface:
		return true
	}
	return false
}
