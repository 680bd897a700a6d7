package main

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Instruction codes of the format.
const (
	opAlloc = iota
	opPhi
	opCall
	opGo
	opDefer
	opRunDefers
	opBinOp
	opUnOp
	opConvert
	opMakeInterface
	opMakeClosure
	opMakeMap
	opMakeChan
	opMakeSlice
	opSlice
	opFieldAddr
	opField
	opIndexAddr
	opIndex
	opLookup
	opSelect
	opRange
	opNext
	opTypeAssert
	opExtract
	opJump
	opIf
	opReturn
	opPanic
	opSend
	opStore
	opMapUpdate
)

// instruction writes the code, the position, the type if the instruction
// defines a register, and then the fields of that code.
func (b *body) instruction(instr ssa.Instruction) {
	head := func(code int) {
		b.r.int(code)
		pos := instr.Pos()
		v, isValue := instr.(ssa.Value)
		if isValue {
			if p, ok := b.positions[v]; ok && !pos.IsValid() {
				pos = p
			}
		}
		b.x.pos(&b.r, pos)
		if isValue {
			b.r.int(b.x.types.id(v.Type()))
		}
	}
	switch i := instr.(type) {
	case *ssa.Alloc:
		head(opAlloc)
		b.r.bool(i.Heap)
		b.r.int(b.x.enc.intern(i.Comment))
	case *ssa.Phi:
		head(opPhi)
		b.list(i.Edges)
	case *ssa.Call:
		head(opCall)
		b.call(&i.Call)
	case *ssa.Go:
		head(opGo)
		b.call(&i.Call)
	case *ssa.Defer:
		head(opDefer)
		b.call(&i.Call)
	case *ssa.RunDefers:
		head(opRunDefers)
	case *ssa.BinOp:
		head(opBinOp)
		b.r.int(b.x.enc.intern(i.Op.String()))
		b.operands(i.X, i.Y)
	case *ssa.UnOp:
		head(opUnOp)
		b.r.int(b.x.enc.intern(i.Op.String()))
		b.r.bool(i.CommaOk)
		b.operand(i.X)
	case *ssa.ChangeType:
		b.conversion(head, "changetype", i.X)
	case *ssa.Convert:
		b.conversion(head, "convert", i.X)
	case *ssa.MultiConvert:
		b.conversion(head, "multiconvert", i.X)
	case *ssa.ChangeInterface:
		b.conversion(head, "changeinterface", i.X)
	case *ssa.SliceToArrayPointer:
		b.conversion(head, "slicetoarraypointer", i.X)
	case *ssa.MakeInterface:
		head(opMakeInterface)
		b.operand(i.X)
	case *ssa.MakeClosure:
		head(opMakeClosure)
		b.r.int(b.x.function(i.Fn.(*ssa.Function)))
		b.list(i.Bindings)
	case *ssa.MakeMap:
		head(opMakeMap)
	case *ssa.MakeChan:
		head(opMakeChan)
		b.operand(i.Size)
	case *ssa.MakeSlice:
		head(opMakeSlice)
		b.operands(i.Len, i.Cap)
	case *ssa.Slice:
		head(opSlice)
		b.operands(i.X, i.Low, i.High, i.Max)
	case *ssa.FieldAddr:
		head(opFieldAddr)
		b.operand(i.X)
		b.r.int(i.Field)
	case *ssa.Field:
		head(opField)
		b.operand(i.X)
		b.r.int(i.Field)
	case *ssa.IndexAddr:
		head(opIndexAddr)
		b.operands(i.X, i.Index)
	case *ssa.Index:
		head(opIndex)
		b.operands(i.X, i.Index)
	case *ssa.Lookup:
		head(opLookup)
		b.r.bool(i.CommaOk)
		b.operands(i.X, i.Index)
	case *ssa.Select:
		head(opSelect)
		b.r.bool(i.Blocking)
		b.r.int(len(i.States))
		for _, s := range i.States {
			b.r.bool(s.Dir == types.SendOnly)
			b.operands(s.Chan, s.Send)
			b.x.pos(&b.r, s.Pos)
		}
	case *ssa.Range:
		head(opRange)
		b.operand(i.X)
	case *ssa.Next:
		head(opNext)
		b.operand(i.Iter)
	case *ssa.TypeAssert:
		head(opTypeAssert)
		b.r.bool(i.CommaOk)
		b.operand(i.X)
	case *ssa.Extract:
		head(opExtract)
		b.operand(i.Tuple)
		b.r.int(i.Index)
	case *ssa.Jump:
		head(opJump)
	case *ssa.If:
		head(opIf)
		b.operand(i.Cond)
	case *ssa.Return:
		head(opReturn)
		b.list(i.Results)
	case *ssa.Panic:
		head(opPanic)
		b.operand(i.X)
	case *ssa.Send:
		head(opSend)
		b.operands(i.Chan, i.X)
	case *ssa.Store:
		head(opStore)
		b.operands(i.Addr, i.Val)
	case *ssa.MapUpdate:
		head(opMapUpdate)
		b.operands(i.Map, i.Key, i.Value)
	default:
		panic(fmt.Sprintf("instruction %T is unknown to the format", instr))
	}
}

func (b *body) conversion(head func(int), word string, x ssa.Value) {
	head(opConvert)
	b.r.int(b.x.enc.intern(word))
	b.operand(x)
}

// call writes the name of the interface method, or "" and the called value;
// either way the receiver or callee comes first and the arguments follow.
func (b *body) call(c *ssa.CallCommon) {
	method := ""
	if c.IsInvoke() {
		method = c.Method.FullName()
	}
	b.r.int(b.x.enc.intern(method))
	b.operand(c.Value)
	b.list(c.Args)
}
