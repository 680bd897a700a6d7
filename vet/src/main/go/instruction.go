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
		b.x.pos(&b.r, b.position(instr))
		if v, ok := instr.(ssa.Value); ok {
			b.r.int(b.x.types.id(v.Type()))
		}
	}
	put := func(code int, operands ...ssa.Value) {
		head(code)
		b.operands(operands...)
	}
	convert := func(word string, x ssa.Value) {
		head(opConvert)
		b.r.int(b.x.enc.intern(word))
		b.operand(x)
	}
	switch i := instr.(type) {
	case *ssa.Alloc:
		head(opAlloc)
		b.r.bool(i.Heap)
		name := i.Comment
		if temporaries[name] {
			name = ""
		}
		b.r.int(b.x.enc.intern(name))
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
		put(opRunDefers)
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
		convert("changetype", i.X)
	case *ssa.Convert:
		convert("convert", i.X)
	case *ssa.MultiConvert:
		convert("multiconvert", i.X)
	case *ssa.ChangeInterface:
		convert("changeinterface", i.X)
	case *ssa.SliceToArrayPointer:
		convert("slicetoarraypointer", i.X)
	case *ssa.MakeInterface:
		put(opMakeInterface, i.X)
	case *ssa.MakeClosure:
		head(opMakeClosure)
		b.r.int(b.x.function(i.Fn.(*ssa.Function)))
		b.list(i.Bindings)
	case *ssa.MakeMap:
		put(opMakeMap)
	case *ssa.MakeChan:
		put(opMakeChan, i.Size)
	case *ssa.MakeSlice:
		put(opMakeSlice, i.Len, i.Cap)
	case *ssa.Slice:
		put(opSlice, i.X, i.Low, i.High, i.Max)
	case *ssa.FieldAddr:
		put(opFieldAddr, i.X)
		b.r.int(i.Field)
	case *ssa.Field:
		put(opField, i.X)
		b.r.int(i.Field)
	case *ssa.IndexAddr:
		put(opIndexAddr, i.X, i.Index)
	case *ssa.Index:
		put(opIndex, i.X, i.Index)
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
		put(opRange, i.X)
	case *ssa.Next:
		put(opNext, i.Iter)
	case *ssa.TypeAssert:
		head(opTypeAssert)
		b.r.bool(i.CommaOk)
		b.operand(i.X)
	case *ssa.Extract:
		put(opExtract, i.Tuple)
		b.r.int(i.Index)
	case *ssa.Jump:
		put(opJump)
	case *ssa.If:
		put(opIf, i.Cond)
	case *ssa.Return:
		head(opReturn)
		b.list(i.Results)
	case *ssa.Panic:
		put(opPanic, i.X)
	case *ssa.Send:
		put(opSend, i.Chan, i.X)
	case *ssa.Store:
		put(opStore, i.Addr, i.Val)
	case *ssa.MapUpdate:
		put(opMapUpdate, i.Map, i.Key, i.Value)
	default:
		panic(fmt.Sprintf("instruction %T is unknown to the format", instr))
	}
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
