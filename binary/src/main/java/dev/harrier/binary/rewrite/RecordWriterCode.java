package dev.harrier.binary.rewrite;

import static dev.harrier.binary.x86.Assembler.at;
import static dev.harrier.binary.x86.Register.R11;
import static dev.harrier.binary.x86.Register.R12;
import static dev.harrier.binary.x86.Register.R14;
import static dev.harrier.binary.x86.Register.RAX;
import static dev.harrier.binary.x86.Register.RBP;
import static dev.harrier.binary.x86.Register.RBX;
import static dev.harrier.binary.x86.Register.RCX;
import static dev.harrier.binary.x86.Register.RDI;
import static dev.harrier.binary.x86.Register.RDX;
import static dev.harrier.binary.x86.Register.RSI;
import static dev.harrier.binary.x86.Register.RSP;

import dev.harrier.binary.log.LogFormat;
import dev.harrier.binary.semantics.Hook.Subject;
import dev.harrier.binary.semantics.Layout;
import dev.harrier.binary.x86.Assembler;
import dev.harrier.binary.x86.Assembler.Condition;
import dev.harrier.binary.x86.Assembler.Label;
import java.util.HashMap;
import java.util.Map;

/**
 * The routines that write one record. A trampoline calls them with the hook's number in RCX, the
 * first program counter in RAX, and the argument and the object pushed in this order; RAX, RCX,
 * RDX, RBX and the flags are theirs.
 *
 * <p>A locked add on the shared ticket gives the record its place in the total order and in the
 * ring; the word with the ticket is stored last, so that a reader knows a complete record (x86
 * keeps the order of stores).
 */
final class RecordWriterCode {
  /** Of the object and of the argument above RSP, after the return address and one push. */
  private static final int OBJECT = 16;

  private static final int ARGUMENT = 24;
  private static final int NANOSLEEP = 35;
  private static final int NAP_NANOS = 100_000;

  /** Naps without progress before the program stops waiting for its consumer: some 3 seconds. */
  private static final int PATIENCE = 20_000;

  private record Variant(Subject subject, boolean walk) {}

  private final Assembler a;
  private final long logWord;
  private final Layout layout;
  private final Map<Variant, Long> routines = new HashMap<>();
  private final long waitForConsumer;

  RecordWriterCode(Assembler a, long logWord, Layout layout) {
    this.a = a;
    this.logWord = logWord;
    this.layout = layout;
    this.waitForConsumer = writeWait();
    for (Variant v :
        new Variant[] {
          new Variant(Subject.RUNNING, true),
          new Variant(Subject.RUNNING, false),
          new Variant(Subject.CURRENT_OF_THREAD, false),
          new Variant(Subject.NONE, false)
        }) {
      routines.put(v, write(v));
    }
  }

  /** The routine for a subject; {@code walk}: with the callers' program counters. */
  long routine(Subject subject, boolean walk) {
    Long routine = routines.get(new Variant(subject, walk && subject == Subject.RUNNING));
    if (routine == null) {
      throw new IllegalStateException("no routine for " + subject);
    }
    return routine;
  }

  private long write(Variant v) {
    final long start = a.here();
    a.push(RAX);
    a.load(RBX, at(logWord));
    a.move(RDX, 1);
    a.exchangeAddLocked(at(RBX, LogFormat.NEXT_TICKET), RDX);
    final long check = a.here();
    Label room = new Label();
    a.move(RAX, RDX);
    a.subtract(RAX, at(RBX, LogFormat.CONSUMED));
    a.compare(RAX, at(RBX, LogFormat.LIMIT));
    a.jump(Condition.BELOW, room);
    a.call(waitForConsumer);
    a.jump(check);
    a.bind(room);
    a.move(RAX, RDX);
    a.shiftLeft(RAX, LogFormat.TICKET_SHIFT);
    a.or(RCX, RAX);
    a.shiftLeft(RDX, Integer.numberOfTrailingZeros(LogFormat.RECORD));
    a.and(RDX, at(RBX, LogFormat.MASK));
    a.addRegister(RBX, RDX);
    a.add(RBX, LogFormat.HEADER);
    a.readTimeStamp();
    a.shiftLeft(RDX, 32);
    a.or(RAX, RDX);
    a.store(at(RBX, LogFormat.CYCLES), RAX);
    a.load(RAX, at(RSP, OBJECT));
    a.store(at(RBX, LogFormat.OBJECT), RAX);
    a.load(RAX, at(RSP, ARGUMENT));
    a.store(at(RBX, LogFormat.ARGUMENT), RAX);
    goroutine(v.subject);
    a.store(at(RBX, LogFormat.GOROUTINE), RAX);
    a.pop(RAX);
    a.store32(at(RBX, LogFormat.COUNTERS), RAX);
    if (v.walk) {
      walk();
    } else {
      // Five counters of four bytes; the last two stores overlap.
      a.store(at(RBX, LogFormat.COUNTERS + 4), 0);
      a.store(at(RBX, LogFormat.COUNTERS + 12), 0);
      a.store(at(RBX, LogFormat.COUNTERS + 16), 0);
    }
    a.store(at(RBX, 0), RCX);
    a.ret();
    a.align();
    return start;
  }

  private void goroutine(Subject subject) {
    switch (subject) {
      case RUNNING -> a.load(RAX, at(R14, layout.goid()));
      case NONE -> a.clear(RAX);
      case CURRENT_OF_THREAD -> {
        Label none = new Label();
        a.load(RAX, at(R14, Layout.G_M));
        a.load(RAX, at(RAX, layout.currentG()));
        a.test(RAX);
        a.jump(Condition.EQUAL, none);
        a.load(RAX, at(RAX, layout.goid()));
        a.bind(none);
      }
    }
  }

  /**
   * Follows the saved frame pointers within the bounds of the stack ({@code g.stack}, the first two
   * words of g) and zeroes what is left of the record.
   */
  private void walk() {
    Label noFrame = new Label();
    Label full = new Label();
    a.push(RCX);
    a.move(RDX, RBP);
    a.lea(RCX, at(RBX, LogFormat.COUNTERS + 4));
    final long next = a.here();
    a.compare(RDX, at(R14, 0));
    a.jump(Condition.BELOW, noFrame);
    a.lea(RAX, at(RDX, 16));
    a.compare(RAX, at(R14, 8));
    a.jump(Condition.ABOVE, noFrame);
    a.load(RAX, at(RDX, 8));
    a.store32(at(RCX, 0), RAX);
    a.load(RDX, at(RDX, 0));
    a.add(RCX, 4);
    a.raw(0xf6, 0xc1, LogFormat.RECORD - 1); // test cl, 63: records are aligned
    a.jump(Condition.NOT_EQUAL, next);
    a.jump(full);
    a.bind(noFrame);
    a.clear(RAX);
    final long zero = a.here();
    a.store32(at(RCX, 0), RAX);
    a.add(RCX, 4);
    a.raw(0xf6, 0xc1, LogFormat.RECORD - 1);
    a.jump(Condition.NOT_EQUAL, zero);
    a.bind(full);
    a.pop(RCX);
  }

  /**
   * Sleeps a little. After too many naps the limit is lifted for good: a program never hangs
   * because its consumer died. RBX holds the log; all registers but RAX are kept.
   */
  private long writeWait() {
    final long start = a.here();
    Label stillPatient = new Label();
    a.push(RCX);
    a.push(RDX);
    a.push(RSI);
    a.push(RDI);
    a.push(R11);
    a.push(R12);
    a.push(NAP_NANOS);
    a.push(0);
    a.load(R12, at(RBX, LogFormat.CONSUMED));
    a.move(RDX, PATIENCE);
    final long nap = a.here();
    a.push(RDX);
    a.lea(RDI, at(RSP, 8));
    a.clear(RSI);
    a.syscall(NANOSLEEP);
    a.pop(RDX);
    a.compare(R12, at(RBX, LogFormat.CONSUMED));
    a.jump(Condition.NOT_EQUAL, stillPatient);
    a.add(RDX, -1);
    a.jump(Condition.NOT_EQUAL, nap);
    a.store(at(RBX, LogFormat.LIMIT), -1);
    a.bind(stillPatient);
    a.add(RSP, 16);
    a.pop(R12);
    a.pop(R11);
    a.pop(RDI);
    a.pop(RSI);
    a.pop(RDX);
    a.pop(RCX);
    a.ret();
    a.align();
    return start;
  }
}
