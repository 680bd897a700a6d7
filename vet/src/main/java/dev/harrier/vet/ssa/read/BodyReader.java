package dev.harrier.vet.ssa.read;

import dev.harrier.vet.ssa.BasicBlock;
import dev.harrier.vet.ssa.CallSite;
import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.FunctionId;
import dev.harrier.vet.ssa.Instruction;
import dev.harrier.vet.ssa.Position;
import dev.harrier.vet.ssa.Type;
import dev.harrier.vet.ssa.Value;
import dev.harrier.vet.ssa.Value.Register;
import dev.harrier.vet.ssa.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the code of one function. */
final class BodyReader {
  private final Tables tables;
  private final Fields in;
  private int registers;

  BodyReader(Tables tables, Fields in) {
    this.tables = tables;
    this.in = in;
  }

  Function.Body read() throws SsaFormatException {
    List<Variable> params = variables();
    List<Variable> freeVars = variables();
    int recover = in.index();
    List<BasicBlock> blocks = new ArrayList<>();
    int count = in.count();
    for (int i = 0; i < count; i++) {
      List<Integer> successors = indexes();
      List<Integer> predecessors = indexes();
      Instruction[] instructions = new Instruction[in.count()];
      for (int n = 0; n < instructions.length; n++) {
        instructions[n] = instruction();
      }
      blocks.add(new BasicBlock(i, List.of(instructions), successors, predecessors));
    }
    return new Function.Body(
        params,
        freeVars,
        blocks,
        recover == 0 ? Optional.empty() : Optional.of(recover - 1),
        names());
  }

  private Map<Register, String> names() throws SsaFormatException {
    Map<Register, String> names = new HashMap<>();
    for (int n = in.count(); n > 0; n--) {
      names.put(tables.register(in.index()), tables.string(in));
    }
    return names;
  }

  private List<Variable> variables() throws SsaFormatException {
    List<Variable> variables = new ArrayList<>();
    for (int n = in.count(); n > 0; n--) {
      variables.add(new Variable(tables.string(in), tables.type(in), tables.position(in)));
    }
    return variables;
  }

  private List<Integer> indexes() throws SsaFormatException {
    Integer[] indexes = new Integer[in.count()];
    for (int i = 0; i < indexes.length; i++) {
      indexes[i] = in.index();
    }
    return List.of(indexes);
  }

  private Instruction instruction() throws SsaFormatException {
    int code = in.index();
    Position at = tables.position(in);
    return switch (code) {
      case 3 -> new Instruction.Go(at, call());
      case 4 -> new Instruction.Defer(at, call());
      case 5 -> new Instruction.RunDefers(at);
      case 25 -> new Instruction.Jump(at);
      case 26 -> new Instruction.If(at, value());
      case 27 -> new Instruction.Return(at, tables.operands(in));
      case 28 -> new Instruction.Panic(at, value());
      case 29 -> new Instruction.Send(at, value(), value());
      case 30 -> new Instruction.Store(at, value(), value());
      case 31 -> new Instruction.MapUpdate(at, value(), value(), value());
      default -> definition(code, at);
    };
  }

  private Instruction definition(int code, Position at) throws SsaFormatException {
    Register r = tables.register(registers++);
    Type t = tables.type(in);
    return switch (code) {
      case 0 -> new Instruction.Alloc(r, t, at, in.flag(), tables.string(in));
      case 1 -> new Instruction.Phi(r, t, at, tables.operands(in));
      case 2 -> new Instruction.Call(r, t, at, call());
      case 6 -> new Instruction.BinOp(r, t, at, tables.string(in), value(), value());
      case 7 -> new Instruction.UnOp(r, t, at, tables.string(in), in.flag(), value());
      case 8 -> new Instruction.Convert(r, t, at, tables.string(in), value());
      case 9 -> new Instruction.MakeInterface(r, t, at, value());
      case 10 ->
          new Instruction.MakeClosure(r, t, at, new FunctionId(in.index()), tables.operands(in));
      case 11 -> new Instruction.MakeMap(r, t, at);
      case 12 -> new Instruction.MakeChan(r, t, at, value());
      case 13 -> new Instruction.MakeSlice(r, t, at, value(), value());
      case 14 -> new Instruction.Slice(r, t, at, value(), value(), value(), value());
      case 15 -> new Instruction.FieldAddr(r, t, at, value(), in.index());
      case 16 -> new Instruction.Field(r, t, at, value(), in.index());
      case 17 -> new Instruction.IndexAddr(r, t, at, value(), value());
      case 18 -> new Instruction.Index(r, t, at, value(), value());
      case 19 -> new Instruction.Lookup(r, t, at, in.flag(), value(), value());
      case 20 -> new Instruction.Select(r, t, at, in.flag(), states());
      case 21 -> new Instruction.Range(r, t, at, value());
      case 22 -> new Instruction.Next(r, t, at, value());
      case 23 -> new Instruction.TypeAssert(r, t, at, in.flag(), value());
      case 24 -> new Instruction.Extract(r, t, at, value(), in.index());
      default -> throw new SsaFormatException("unknown instruction code " + code);
    };
  }

  private Value value() throws SsaFormatException {
    return tables.operand(in);
  }

  private CallSite call() throws SsaFormatException {
    return new CallSite(tables.string(in), value(), tables.operands(in));
  }

  private List<Instruction.Select.State> states() throws SsaFormatException {
    List<Instruction.Select.State> states = new ArrayList<>();
    for (int n = in.count(); n > 0; n--) {
      states.add(new Instruction.Select.State(in.flag(), value(), value(), tables.position(in)));
    }
    return states;
  }
}
