package dev.harrier.vet.ssa.read;

import dev.harrier.vet.ssa.FunctionId;
import dev.harrier.vet.ssa.Position;
import dev.harrier.vet.ssa.Type;
import dev.harrier.vet.ssa.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** What records refer to by number. */
final class Tables {
  private static final Value ABSENT = new Value.Absent();

  /** A damaged stream may name any number. */
  private static final int MAX_SHARED = 1 << 16;

  final List<String> strings = new ArrayList<>();
  final List<String> files = new ArrayList<>();
  final Map<Integer, Type> types = new HashMap<>();
  final List<Value> constants = new ArrayList<>();
  final Map<Integer, Value.Global> globals = new HashMap<>();

  private final List<Value.Register> registers = new ArrayList<>();

  /** Registers of equal numbers are one object: there are more of them than of anything else. */
  Value.Register register(int index) {
    return shared(registers, index, Value.Register::new);
  }

  private static <T> T shared(List<T> known, int index, IntFunction<T> make) {
    if (index >= MAX_SHARED) {
      return make.apply(index);
    }
    for (int i = known.size(); i <= index; i++) {
      known.add(make.apply(i));
    }
    return known.get(index);
  }

  String string(Fields in) throws SsaFormatException {
    return at(strings, in.index(), "string");
  }

  Type type(Fields in) throws SsaFormatException {
    int id = in.index();
    if (id == Type.NONE) {
      return Type.ABSENT;
    }
    return present(types.get(id), "type", id);
  }

  Position position(Fields in) throws SsaFormatException {
    int file = in.index();
    return file == 0
        ? Position.UNKNOWN
        : new Position(at(files, file - 1, "file"), in.index(), in.index());
  }

  /** The low three bits say what it is, the others which one. */
  Value operand(Fields in) throws SsaFormatException {
    int code = in.index();
    int index = code >>> 3;
    return switch (code & 7) {
      case 0 -> ABSENT;
      case 1 -> register(index);
      case 2 -> new Value.Param(index);
      case 3 -> new Value.FreeVar(index);
      case 4 -> at(constants, index, "constant");
      case 5 -> present(globals.get(index), "global", index);
      case 6 -> new Value.FunctionRef(new FunctionId(index));
      default -> new Value.Builtin(at(strings, index, "string"));
    };
  }

  List<Value> operands(Fields in) throws SsaFormatException {
    Value[] values = new Value[in.count()];
    for (int i = 0; i < values.length; i++) {
      values[i] = operand(in);
    }
    return List.of(values);
  }

  /** Types by number; a number that no record defined is {@link Type#ABSENT}. */
  List<Type> typeList() {
    int size = types.keySet().stream().mapToInt(n -> n + 1).max().orElse(1);
    List<Type> list = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      list.add(types.getOrDefault(i, Type.ABSENT));
    }
    return list;
  }

  Map<String, Value.Global> globalsByName() {
    Map<String, Value.Global> byName = new HashMap<>();
    globals.values().forEach(g -> byName.put(g.name(), g));
    return byName;
  }

  private static <T> T at(List<T> list, int index, String what) throws SsaFormatException {
    return present(index < list.size() ? list.get(index) : null, what, index);
  }

  private static <T> T present(@org.jspecify.annotations.Nullable T value, String what, int index)
      throws SsaFormatException {
    if (value == null) {
      throw new SsaFormatException(what + " " + index + " is used before it is defined");
    }
    return value;
  }
}
