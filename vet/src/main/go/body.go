package main

import (
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// Operand kinds of the format: the low three bits of an operand.
const (
	operandNone = iota
	operandRegister
	operandParam
	operandFreeVar
	operandConst
	operandGlobal
	operandFunction
	operandBuiltin
)

// body writes one function. Registers are numbered in the order of the
// instructions that define them.
type body struct {
	x         *exporter
	r         record
	registers map[ssa.Value]int
	params    map[*ssa.Parameter]int
	freeVars  map[*ssa.FreeVar]int
	positions map[ssa.Value]token.Pos
	names     map[ssa.Value]string
}

func (x *exporter) writeBody(id int, fn *ssa.Function) {
	b := &body{
		x:         x,
		registers: make(map[ssa.Value]int),
		params:    make(map[*ssa.Parameter]int),
		freeVars:  make(map[*ssa.FreeVar]int),
		positions: make(map[ssa.Value]token.Pos),
		names:     make(map[ssa.Value]string),
	}
	b.number(fn)
	b.r.int(id)
	b.r.int(len(fn.Params))
	for _, p := range fn.Params {
		b.variable(p.Name(), p)
	}
	b.r.int(len(fn.FreeVars))
	for _, v := range fn.FreeVars {
		b.variable(v.Name(), v)
	}
	recover := 0
	if fn.Recover != nil {
		recover = fn.Recover.Index + 1
	}
	b.r.int(recover)
	b.r.int(len(fn.Blocks))
	for _, block := range fn.Blocks {
		b.block(block)
	}
	b.writeNames(fn)
	x.enc.write(tagBody, &b.r)
}

// number assigns registers, and notes the identifiers that values stand for.
func (b *body) number(fn *ssa.Function) {
	for i, p := range fn.Params {
		b.params[p] = i
	}
	for i, v := range fn.FreeVars {
		b.freeVars[v] = i
	}
	for _, block := range fn.Blocks {
		for _, instr := range block.Instrs {
			if ref, ok := instr.(*ssa.DebugRef); ok {
				if _, seen := b.positions[ref.X]; !seen && !ref.IsAddr {
					b.positions[ref.X] = ref.Expr.Pos()
				}
				if id, ok := ref.Expr.(*ast.Ident); ok && !ref.IsAddr && b.names[ref.X] == "" {
					b.names[ref.X] = id.Name
				}
				continue
			}
			if v, ok := instr.(ssa.Value); ok {
				b.registers[v] = len(b.registers)
			}
		}
	}
}

func (b *body) variable(name string, v ssa.Value) {
	b.r.int(b.x.enc.intern(name))
	b.r.int(b.x.types.id(v.Type()))
	b.x.pos(&b.r, v.Pos())
}

func (b *body) block(block *ssa.BasicBlock) {
	b.r.int(len(block.Succs))
	for _, s := range block.Succs {
		b.r.int(s.Index)
	}
	b.r.int(len(block.Preds))
	for _, p := range block.Preds {
		b.r.int(p.Index)
	}
	count := 0
	for _, instr := range block.Instrs {
		if _, ok := instr.(*ssa.DebugRef); !ok {
			count++
		}
	}
	b.r.int(count)
	for _, instr := range block.Instrs {
		if _, ok := instr.(*ssa.DebugRef); !ok {
			b.instruction(instr)
		}
	}
}

func (b *body) operand(v ssa.Value) {
	kind, index := operandNone, 0
	switch v := v.(type) {
	case nil:
	case *ssa.Parameter:
		kind, index = operandParam, b.params[v]
	case *ssa.FreeVar:
		kind, index = operandFreeVar, b.freeVars[v]
	case *ssa.Const:
		kind, index = operandConst, b.x.constant(v)
	case *ssa.Global:
		kind, index = operandGlobal, b.x.global(v)
	case *ssa.Function:
		kind, index = operandFunction, b.x.function(v)
	case *ssa.Builtin:
		kind, index = operandBuiltin, b.x.enc.intern(v.Name())
	default:
		register, ok := b.registers[v]
		if !ok {
			panic(fmt.Sprintf("operand %s (%T) of %s has no number", v.Name(), v, v.Parent()))
		}
		kind, index = operandRegister, register
	}
	b.r.uint(uint64(index)<<3 | uint64(kind))
}

func (b *body) operands(vs ...ssa.Value) {
	for _, v := range vs {
		b.operand(v)
	}
}

func (b *body) list(vs []ssa.Value) {
	b.r.int(len(vs))
	b.operands(vs...)
}
