package dev.harrier.binary.rewrite;

import dev.harrier.binary.code.Code;
import dev.harrier.binary.pclntab.GoFunction;
import dev.harrier.binary.semantics.HookEvent;
import dev.harrier.binary.x86.Decoder;
import dev.harrier.binary.x86.Flow;
import dev.harrier.binary.x86.Instruction;
import dev.harrier.binary.x86.OpcodeMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Finds what an atomic instruction does to a lock, where {@code sync} is inlined. The inline tree
 * misses most of these places; the code does not: a goroutine that fails to take a lock at once
 * calls its slow path. So an atomic instruction belongs to the first slow path that its successors
 * reach without another call or atomic instruction in between.
 */
final class LockSites {
  /** Bounds of the search, instructions; a slow path is a few instructions away, a WAKE more. */
  private static final int REACH = 60;

  private static final int FAR = 200;

  /** How far back a TryLock's tests are from its compare-and-swap. */
  private static final int LOOK_BACK = 16;

  private static final int LOCKED_OR_STARVING = 5;

  private static final String TRY_RLOCK = "sync.(*RWMutex).TryRLock";

  /**
   * Profile-guided optimization inlines it; the goroutine that brings the counter to zero wakes all
   * that wait.
   */
  static final String ADD = "sync.(*WaitGroup).Add";

  private static final String WAKE = "sync.runtime_Semrelease";

  /** Of a REX prefix: the operands are 64 bits wide. */
  private static final int WIDE = 8;

  private static final Map<String, HookEvent> AFTER_SWAP =
      Map.of(
          "sync.(*Mutex).lockSlow", HookEvent.LOCK_FAST,
          "internal/sync.(*Mutex).lockSlow", HookEvent.LOCK_FAST);

  private static final Map<String, HookEvent> AFTER_ADD =
      Map.of(
          "sync.(*Mutex).unlockSlow", HookEvent.UNLOCK,
          "internal/sync.(*Mutex).unlockSlow", HookEvent.UNLOCK,
          "sync.(*RWMutex).rUnlockSlow", HookEvent.RUNLOCK,
          "sync.runtime_SemacquireRWMutexR", HookEvent.RLOCK_FAST);

  private final Code code;

  LockSites(Code code) {
    this.code = code;
  }

  /** Whether a call of this function is the slow path of an inlined operation. */
  static boolean isSlowPath(String name) {
    return AFTER_SWAP.containsKey(name) || AFTER_ADD.containsKey(name);
  }

  /** Functions whose atomic instructions are parts of operations that are hooked as a whole. */
  static boolean isInner(String function) {
    return switch (function) {
      case "sync.(*RWMutex).Lock",
          "sync.(*RWMutex).Unlock",
          "sync.(*RWMutex).TryLock",
          "sync.(*RWMutex).rUnlockSlow",
          "sync.(*Mutex).lockSlow",
          "sync.(*Mutex).unlockSlow",
          "internal/sync.(*Mutex).lockSlow",
          "internal/sync.(*Mutex).unlockSlow" ->
          true;
      default -> false;
    };
  }

  static boolean isSwap(Instruction i) {
    return i.lock() && i.is(OpcodeMap.ESCAPE_0F, 0xb1);
  }

  static boolean isAdd(Instruction i) {
    return i.lock() && i.is(OpcodeMap.ESCAPE_0F, 0xc1);
  }

  /** The slow path of the lock operation that the atomic instruction performs, if it has one. */
  Optional<String> slowPathOf(GoFunction f, Instruction atomic) {
    Map<String, HookEvent> known = isSwap(atomic) ? AFTER_SWAP : AFTER_ADD;
    return isSwap(atomic) || isAdd(atomic)
        ? calledBehind(f, atomic.end(), REACH, LockSites::isSlowPath).filter(known::containsKey)
        : Optional.empty();
  }

  private boolean isInlinedAdd(GoFunction f, Instruction atomic) {
    return isAdd(atomic)
        && (atomic.rex() & WIDE) != 0
        && !code.name(f).equals(ADD)
        && contains(f, ADD)
        && calledBehind(f, atomic.end(), FAR, WAKE::equals).isPresent();
  }

  /** The lock operation that the atomic instruction at {@code index} performs, if any. */
  Optional<HookEvent> classify(GoFunction f, List<Instruction> body, int index) {
    Instruction atomic = body.get(index);
    if (!isSwap(atomic) && !isAdd(atomic)) {
      return Optional.empty();
    }
    Optional<HookEvent> found =
        slowPathOf(f, atomic).map((isSwap(atomic) ? AFTER_SWAP : AFTER_ADD)::get);
    if (found.isPresent()) {
      return found;
    }
    if (!isSwap(atomic)) {
      return isInlinedAdd(f, atomic) ? Optional.of(HookEvent.ADD_INLINED) : Optional.empty();
    }
    if (looksLikeTryLock(body, index)) {
      return Optional.of(HookEvent.LOCK_FAST);
    }
    return looksLikeTryRLock(body, index) && contains(f, TRY_RLOCK)
        ? Optional.of(HookEvent.RLOCK_TRIED)
        : Optional.empty();
  }

  /** Whether a function is this one or was inlined into {@code f}. */
  private boolean contains(GoFunction f, String name) {
    return code.name(f).equals(name) || code.symbols().inlinedInto(f).contains(name);
  }

  /**
   * {@code RWMutex.TryRLock}: gives up if the count is negative, swaps it with one more. Others may
   * also do that, so this by itself proves nothing.
   */
  private static boolean looksLikeTryRLock(List<Instruction> body, int index) {
    int counted = body.get(index).reg();
    boolean adds = false;
    for (int i = index - 1; i >= Math.max(0, index - LOOK_BACK); i--) {
      Instruction before = body.get(i);
      adds |=
          before.is(OpcodeMap.ONE_BYTE, 0x8d)
              && before.reg() == counted
              && before.hasPlainBase()
              && before.displacement() == 1;
      boolean test = before.is(OpcodeMap.ONE_BYTE, 0x85) && before.reg() == before.rm();
      if (adds && test) {
        return true;
      }
    }
    return false;
  }

  /** {@code Mutex.TryLock}: tests both bits, sets one, swaps; it has no slow path. */
  private static boolean looksLikeTryLock(List<Instruction> body, int index) {
    boolean tests = false;
    boolean sets = false;
    for (int i = Math.max(0, index - LOOK_BACK); i < index; i++) {
      Instruction before = body.get(i);
      boolean test =
          (before.is(OpcodeMap.ONE_BYTE, 0xf6)
                  || before.is(OpcodeMap.ONE_BYTE, 0xf7)
                  || before.is(OpcodeMap.ONE_BYTE, 0xa8)
                  || before.is(OpcodeMap.ONE_BYTE, 0xa9))
              && before.immediate() == LOCKED_OR_STARVING;
      boolean or = before.is(OpcodeMap.ONE_BYTE, 0x83) && (before.modRm() >>> 3 & 7) == 1;
      tests |= test;
      sets |= tests && or && before.immediate() == 1;
    }
    return sets;
  }

  /** The nearest call of one of some functions after {@code start}. */
  private Optional<String> calledBehind(
      GoFunction f, long start, int reach, Predicate<String> wanted) {
    Decoder decoder = code.decoder(f);
    Deque<Long> next = new ArrayDeque<>(List.of(start));
    LongSet seen = new LongOpenHashSet(next);
    while (!next.isEmpty() && seen.size() < reach) {
      long at = next.poll();
      if (at < code.address(f) || at >= decoder.end()) {
        continue;
      }
      Instruction i = decoder.at(at);
      Optional<String> called =
          i.flow() == Flow.CALL || i.flow() == Flow.JUMP
              ? code.nameAt(i.target()).filter(wanted)
              : Optional.empty();
      if (called.isPresent()) {
        return called;
      }
      for (long successor : successors(i)) {
        if (seen.add(successor)) {
          next.add(successor);
        }
      }
    }
    return Optional.empty();
  }

  /** Where the code continues without a call or another atomic instruction. */
  private static long[] successors(Instruction i) {
    if (i.lock()) {
      return new long[0];
    }
    return switch (i.flow()) {
      case CALL, CALL_INDIRECT, JUMP_INDIRECT, RETURN, UNDEFINED -> new long[0];
      case NEXT -> new long[] {i.end()};
      case JUMP -> new long[] {i.target()};
      case CONDITIONAL -> new long[] {i.target(), i.end()};
    };
  }
}
