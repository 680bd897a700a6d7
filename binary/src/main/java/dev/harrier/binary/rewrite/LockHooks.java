package dev.harrier.binary.rewrite;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.harrier.binary.code.Code;
import dev.harrier.binary.elf.UnusableBinaryException;
import dev.harrier.binary.pclntab.GoFunction;
import dev.harrier.binary.semantics.HookEvent;
import dev.harrier.binary.semantics.Operand;
import dev.harrier.binary.x86.Assembler;
import dev.harrier.binary.x86.Assembler.Condition;
import dev.harrier.binary.x86.Assembler.Label;
import dev.harrier.binary.x86.Flow;
import dev.harrier.binary.x86.Instruction;
import dev.harrier.binary.x86.Register;
import dev.harrier.model.ending.BlindSpot;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Sets the hooks of inlined lock operations. A lock is logged after the instruction that takes it
 * and before the one that gives it back, so that the records of its holders never overlap; the
 * atomic instruction itself stays where it is if possible, because it is the one that faults on a
 * nil lock.
 */
final class LockHooks {
  private static final byte LOCK = (byte) 0xf0;
  private static final byte ESCAPE = 0x0f;
  private static final byte CMPXCHG = (byte) 0xb1;
  private static final byte XADD = (byte) 0xc1;

  private final Code code;
  private final Patches patches;
  private final Trampolines trampolines;
  private final LockSites locks;
  private final List<BlindSpot> blindSpots = new ArrayList<>();
  private final Set<String> hostsOfAdd = new HashSet<>();
  private int crashProne;

  LockHooks(Code code, Patches patches, Trampolines trampolines) {
    this.code = code;
    this.patches = patches;
    this.trampolines = trampolines;
    this.locks = new LockSites(code);
  }

  /**
   * Goes through the whole executable; returns what could not be hooked.
   *
   * @throws UnusableBinaryException if the locks are not as this class knows them
   */
  List<BlindSpot> setAll() throws UnusableBinaryException {
    SlowPaths slowPaths = new SlowPaths(code);
    for (GoFunction f : code.symbols().functions()) {
      if ((hasAtomics(f) || slowPaths.mayBeCalledBy(f)) && !LockSites.isInner(code.name(f))) {
        List<Instruction> body = code.instructions(f);
        slowPaths.check(
            f,
            body,
            body.stream().map(i -> locks.slowPathOf(f, i)).flatMap(Optional::stream).toList());
        set(f, body);
      }
    }
    if (crashProne > 0) {
      blindSpots.add(new BlindSpot.MayFault(crashProne));
    }
    return List.copyOf(blindSpots);
  }

  /** The functions in which an inlined {@code WaitGroup.Add} was hooked. */
  Set<String> hostsOfAdd() {
    return Set.copyOf(hostsOfAdd);
  }

  /**
   * Whether the bytes of a function can contain a LOCK CMPXCHG or LOCK XADD, with or without a REX
   * prefix. Most functions have none, and need not be decoded.
   */
  private boolean hasAtomics(GoFunction f) {
    byte[] bytes = code.symbols().file().slice(code.address(f), f.size()).toArray(JAVA_BYTE);
    for (int i = 0; i + 2 < bytes.length; i++) {
      if (bytes[i] == LOCK) {
        int escape = bytes[i + 1] == ESCAPE ? i + 1 : i + 2;
        if (escape + 1 < bytes.length && bytes[escape] == ESCAPE) {
          byte opcode = bytes[escape + 1];
          if (opcode == CMPXCHG || opcode == XADD) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private void set(GoFunction f, List<Instruction> body) {
    boolean undecodable = false;
    for (int i = 0; i < body.size(); i++) {
      Instruction at = body.get(i);
      undecodable |= at.flow() == Flow.UNDEFINED;
      if (!at.lock() || undecodable) {
        continue;
      }
      Optional<HookEvent> event = locks.classify(f, body, i);
      if (event.isEmpty()) {
        continue;
      }
      if (set(event.get(), f, body, i)) {
        if (event.get() == HookEvent.ADD_INLINED) {
          hostsOfAdd.add(code.name(f));
        }
      } else {
        blindSpots.add(new BlindSpot.Unmovable(event.get().toString(), at.address(), code.name(f)));
      }
    }
  }

  private boolean set(HookEvent event, GoFunction f, List<Instruction> body, int index) {
    return switch (event) {
      case LOCK_FAST, RLOCK_FAST, RLOCK_TRIED -> after(event, f, body, index);
      default -> before(event, f, body, index) || instead(event, f, body, index);
    };
  }

  private boolean after(HookEvent event, GoFunction f, List<Instruction> body, int index) {
    Instruction atomic = body.get(index);
    OptionalInt length = patches.displaceable(f, body, index + 1);
    if (length.isEmpty() || patches.targets(f, body).contains(atomic.end())) {
      return false;
    }
    long trampoline = trampolines.begin();
    Assembler to = trampolines.code();
    if (LockSites.isSwap(atomic)) {
      Label failed = new Label();
      to.jump(Condition.NOT_EQUAL, failed);
      trampolines.logAddress(event, atomic, Operand.NOTHING, false);
      to.raw(0x39, 0xc0); // cmp eax, eax: as after the successful compare-and-swap
      to.bind(failed);
    } else {
      trampolines.logAddress(event, atomic, addend(atomic), true);
    }
    displace(body, index + 1, length.getAsInt(), atomic);
    to.jump(atomic.end() + length.getAsInt());
    patches.jump(atomic.end(), length.getAsInt(), trampoline);
    return true;
  }

  /** Moves what is before the atomic instruction; it itself stays. */
  private boolean before(HookEvent event, GoFunction f, List<Instruction> body, int index) {
    Instruction atomic = body.get(index);
    if (patches.targets(f, body).contains(atomic.address())) {
      return false;
    }
    int first = index;
    int length = 0;
    while (length < Patches.JUMP) {
      boolean reached =
          first < index && patches.targets(f, body).contains(body.get(first).address());
      if (first == 0 || reached) {
        return false;
      }
      Instruction previous = body.get(first - 1);
      if (previous.flow() != Flow.NEXT || Displacement.mayFault(previous)) {
        return false;
      }
      first--;
      length += previous.length();
    }
    long site = body.get(first).address();
    if (patches.isTaken(site, length)) {
      return false;
    }
    long trampoline = trampolines.begin();
    displace(body, first, length, atomic);
    trampolines.logAddress(event, atomic, addend(atomic), true);
    trampolines.code().jump(atomic.address());
    patches.jump(site, length, trampoline);
    return true;
  }

  /** Moves the atomic instruction itself. */
  private boolean instead(HookEvent event, GoFunction f, List<Instruction> body, int index) {
    Instruction atomic = body.get(index);
    OptionalInt length = patches.displaceable(f, body, index);
    if (length.isEmpty()) {
      return false;
    }
    long trampoline = trampolines.begin();
    trampolines.logAddress(event, atomic, addend(atomic), true);
    displace(body, index, length.getAsInt(), atomic);
    trampolines.code().jump(atomic.address() + length.getAsInt());
    patches.jump(atomic.address(), length.getAsInt(), trampoline);
    return true;
  }

  private static Operand addend(Instruction atomic) {
    return new Operand.InRegister(Register.of(atomic.reg()));
  }

  private void displace(List<Instruction> body, int first, int length, Instruction atomic) {
    int left = length;
    boolean faults = false;
    for (int i = first; left > 0; i++) {
      Instruction moved = body.get(i);
      boolean proved =
          moved.hasPlainBase() && atomic.hasPlainBase() && moved.base() == atomic.base();
      faults |= Displacement.mayFault(moved) && (moved.equals(atomic) || !proved);
      Displacement.write(trampolines.file(), moved, trampolines.code());
      left -= moved.length();
    }
    if (faults) {
      crashProne++;
    }
  }
}
