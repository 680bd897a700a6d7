package dev.harrier.binary.semantics;

import dev.harrier.binary.code.Code;
import dev.harrier.binary.elf.UnusableBinaryException;
import dev.harrier.binary.x86.Flow;
import dev.harrier.binary.x86.Instruction;
import dev.harrier.binary.x86.OpcodeMap;
import java.util.List;
import java.util.OptionalInt;

/**
 * Derives the offsets of {@link Layout} from the machine code at hand and compares.
 *
 * <ul>
 *   <li>{@code m.curg} and {@code g.m}: {@code systemstack} compares the current g with {@code
 *       m.gsignal}, {@code m.g0} and {@code m.curg} (asm_amd64.s).
 *   <li>{@code g.startpc}: the first field that {@code isSystemGoroutine} reads.
 *   <li>{@code hchan.lock}: what is added to the channel before {@code closechan} locks.
 *   <li>{@code g.goid}: the field that {@code goroutineheader} loads, and no other offset near it
 *       is passed to the printing of an unsigned number.
 * </ul>
 */
public final class OffsetCheck {
  private final Code code;

  private OffsetCheck(Code code) {
    this.code = code;
  }

  /**
   * Compares all offsets.
   *
   * @throws UnusableBinaryException that names the first difference
   */
  public static void run(Code code, Layout layout) throws UnusableBinaryException {
    OffsetCheck check = new OffsetCheck(code);
    check.expect("g.startpc", layout.startPc(), check.startPc());
    check.expect("m.curg", layout.currentG(), check.currentG());
    check.expect("hchan.lock", layout.channelLock(), check.channelLock());
    check.expect("g.goid", layout.goid(), check.goid());
  }

  private void expect(String name, int table, OptionalInt derived) throws UnusableBinaryException {
    if (derived.isEmpty() || derived.getAsInt() != table) {
      throw new UnusableBinaryException(
          "%s: %s should be at offset %d for %s, but its code says %s. Was it built by a modified toolchain?"
              .formatted(
                  code.path(),
                  name,
                  table,
                  code.goVersion(),
                  derived.isEmpty() ? "nothing" : derived.getAsInt()));
    }
  }

  private OptionalInt startPc() {
    return code.instructions("runtime.isSystemGoroutine").stream()
        .filter(i -> isLoad(i) && i.base() == 0)
        .mapToInt(Instruction::displacement)
        .findFirst();
  }

  private OptionalInt currentG() {
    List<Instruction> body = code.instructions("runtime.systemstack");
    boolean readsM = body.stream().anyMatch(i -> isLoad(i) && i.displacement() == Layout.G_M);
    return readsM
        ? body.stream()
            .filter(i -> isCompare(i) && i.hasMemoryOperand())
            .mapToInt(Instruction::displacement)
            .filter(d -> d > Layout.G_M)
            .skip(1)
            .findFirst()
        : OptionalInt.empty();
  }

  private OptionalInt channelLock() {
    OptionalInt last = OptionalInt.empty();
    for (Instruction i : code.instructions("runtime.closechan")) {
      if (i.flow() == Flow.CALL && code.isFunction(i.target(), "runtime.lock2", "runtime.lock")) {
        return last;
      }
      boolean lea = i.is(OpcodeMap.ONE_BYTE, 0x8d) && i.is64Bit() && i.hasPlainBase();
      boolean add = i.is(OpcodeMap.ONE_BYTE, 0x83) && i.is64Bit() && (i.modRm() & 0xf8) == 0xc0;
      if (lea && i.base() != 4) {
        last = OptionalInt.of(i.displacement());
      } else if (add) {
        last = OptionalInt.of((int) i.immediate());
      }
    }
    return OptionalInt.empty();
  }

  /**
   * The first number that {@code goroutineheader} prints is the id: follows the value back from the
   * call, through one spill to the stack.
   */
  private OptionalInt goid() {
    List<Instruction> body = code.instructions("runtime.goroutineheader");
    int call = 0;
    while (call < body.size()
        && !(body.get(call).flow() == Flow.CALL
            && code.isFunction(body.get(call).target(), "runtime.printuint", "runtime.printint"))) {
      call++;
    }
    int register = 0;
    OptionalInt slot = OptionalInt.empty();
    for (int i = call - 1; i >= 0; i--) {
      Instruction move = body.get(i);
      boolean load = isLoad(move) && move.reg() == register && slot.isEmpty();
      if (load && move.base() != 4) {
        return OptionalInt.of(move.displacement());
      }
      if (load) {
        slot = OptionalInt.of(move.displacement());
      } else if (isStore(move)
          && move.base() == 4
          && slot.isPresent()
          && slot.getAsInt() == move.displacement()) {
        register = move.reg();
        slot = OptionalInt.empty();
      }
    }
    return OptionalInt.empty();
  }

  private static boolean isLoad(Instruction i) {
    return i.is(OpcodeMap.ONE_BYTE, 0x8b) && i.is64Bit() && i.hasMemoryOperand();
  }

  private static boolean isStore(Instruction i) {
    return i.is(OpcodeMap.ONE_BYTE, 0x89) && i.is64Bit() && i.hasMemoryOperand();
  }

  private static boolean isCompare(Instruction i) {
    return (i.is(OpcodeMap.ONE_BYTE, 0x3b) || i.is(OpcodeMap.ONE_BYTE, 0x39)) && i.is64Bit();
  }
}
