package dev.harrier.binary.rewrite;

import static dev.harrier.binary.x86.Assembler.at;
import static dev.harrier.binary.x86.Register.R8;
import static dev.harrier.binary.x86.Register.RAX;
import static dev.harrier.binary.x86.Register.RBX;
import static dev.harrier.binary.x86.Register.RCX;
import static dev.harrier.binary.x86.Register.RDI;
import static dev.harrier.binary.x86.Register.RDX;
import static dev.harrier.binary.x86.Register.RSI;
import static dev.harrier.binary.x86.Register.RSP;

import dev.harrier.binary.elf.ElfFile;
import dev.harrier.binary.semantics.Hook.Subject;
import dev.harrier.binary.semantics.HookEvent;
import dev.harrier.binary.semantics.Operand;
import dev.harrier.binary.x86.Assembler;
import dev.harrier.binary.x86.Assembler.Condition;
import dev.harrier.binary.x86.Assembler.Label;
import dev.harrier.binary.x86.Instruction;
import dev.harrier.binary.x86.Register;
import java.util.ArrayList;
import java.util.List;

/** Writes what a trampoline does before it continues: one record, all registers kept. */
final class Trampolines {
  /** RAX, RCX, RDX and RBX are saved. */
  private static final int SAVED = 32;

  /** Records and the table name a hooked place by two bytes; 0 is none. */
  static final int LARGEST_NUMBER = 0xffff;

  private final Assembler a;
  private final ElfFile file;
  private final long logWord;
  private final RecordWriterCode logger;
  private final int largestNumber;
  private final List<HookSite> sites = new ArrayList<>();

  /** Says that a program has more places to hook than records can name. */
  static final class TooManyPlacesException extends RuntimeException {}

  /**
   * @param largestNumber how many places can be hooked
   */
  Trampolines(Assembler a, ElfFile file, long logWord, RecordWriterCode logger, int largestNumber) {
    this.a = a;
    this.file = file;
    this.logWord = logWord;
    this.logger = logger;
    this.largestNumber = largestNumber;
  }

  List<HookSite> sites() {
    return List.copyOf(sites);
  }

  Assembler code() {
    return a;
  }

  ElfFile file() {
    return file;
  }

  /** Begins a trampoline. */
  long begin() {
    a.align();
    return a.here();
  }

  /** Where a record's program counters come from. */
  sealed interface Stack {
    /** The return address is {@code above} bytes above RSP; then the callers. */
    record FromReturnAddress(int above) implements Stack {}

    /** The site itself, then the callers. */
    record FromSite() implements Stack {}

    /** None recorded. */
    record None() implements Stack {}
  }

  /** One record of two operands. The flags are lost. */
  void log(
      HookEvent event, long site, Operand object, Operand argument, Subject subject, Stack stack) {
    Label off = begin(false);
    push(argument, SAVED);
    push(object, SAVED + 8);
    end(event, site, subject, stack, SAVED, off, false);
  }

  /**
   * One record whose object is the address of an instruction's memory operand.
   *
   * @param keepFlags whether the flags are still needed
   */
  void logAddress(HookEvent event, Instruction operation, Operand argument, boolean keepFlags) {
    Label off = begin(keepFlags);
    int saved = SAVED + (keepFlags ? 8 : 0);
    push(argument, saved);
    Displacement.writeLea(file, operation, saved + 8, a);
    a.push(RAX);
    end(event, operation.address(), Subject.RUNNING, new Stack.FromSite(), saved, off, keepFlags);
  }

  /** The records of a select: one for the whole, then one for each case. */
  void logSelect(long site) {
    a.push(RDI);
    a.push(RSI);
    // The argument word: number of sends, of receives from bit 32 on, whether it blocks in bit 63.
    a.shiftLeft(RSI, 32);
    a.or(RDI, RSI);
    a.push(R8);
    a.shiftLeft(R8, 63);
    a.or(RDI, R8);
    a.pop(R8);
    log(
        HookEvent.SELECT,
        site,
        new Operand.InRegister(RAX),
        new Operand.InRegister(RDI),
        Subject.RUNNING,
        new Stack.FromReturnAddress(16));
    a.load(RDI, at(RSP, 8));
    a.load(RSI, at(RSP, 0));
    a.addRegister(RDI, RSI);
    a.move(RSI, RAX);
    Label done = new Label();
    final long next = a.here();
    a.test(RDI);
    a.jump(Condition.LESS_OR_EQUAL, done);
    log(
        HookEvent.SELECT_CASE,
        site,
        new Operand.InMemory(RSI, 0),
        Operand.NOTHING,
        Subject.RUNNING,
        new Stack.None());
    a.add(RSI, 16);
    a.add(RDI, -1);
    a.jump(next);
    a.bind(done);
    a.pop(RSI);
    a.pop(RDI);
  }

  private Label begin(boolean keepFlags) {
    if (keepFlags) {
      a.pushFlags();
    }
    Label off = new Label();
    a.compare(at(logWord), 0);
    a.jump(Condition.EQUAL, off);
    a.push(RAX);
    a.push(RCX);
    a.push(RDX);
    a.push(RBX);
    return off;
  }

  private void end(
      HookEvent event,
      long site,
      Subject subject,
      Stack stack,
      int saved,
      Label off,
      boolean keepFlags) {
    if (sites.size() == largestNumber) {
      throw new TooManyPlacesException();
    }
    sites.add(new HookSite(event, site, stack instanceof Stack.FromSite));
    a.move(RCX, sites.size());
    switch (stack) {
      case Stack.FromReturnAddress s -> a.load(RAX, at(RSP, saved + 16 + s.above()));
      case Stack.FromSite _ -> a.lea(RAX, at(site));
      case Stack.None _ -> a.clear(RAX);
    }
    a.call(logger.routine(subject, !(stack instanceof Stack.None)));
    a.add(RSP, 16);
    a.pop(RBX);
    a.pop(RDX);
    a.pop(RCX);
    a.pop(RAX);
    a.bind(off);
    if (keepFlags) {
      a.popFlags();
    }
  }

  private void push(Operand operand, int pushed) {
    switch (operand) {
      case Operand.InRegister r -> a.push(r.register());
      case Operand.Constant c -> a.push(c.value());
      case Operand.InMemory m -> {
        int adjust = m.base() == Register.RSP ? pushed : 0;
        a.push(at(m.base(), m.offset() + adjust));
      }
      case Operand.Pointee p -> {
        Label nil = new Label();
        Label done = new Label();
        a.test(p.pointer());
        a.jump(Condition.EQUAL, nil);
        a.push(at(p.pointer(), 0));
        a.jump(done);
        a.bind(nil);
        a.push(0);
        a.bind(done);
      }
    }
  }

  /**
   * A hooked place; its number in the log is its position in the list, from 1.
   *
   * @param address link-time address of the instruction that stands for it
   * @param inline whether the place itself is the innermost frame of its records; else their first
   *     program counter is a return address
   */
  record HookSite(HookEvent event, long address, boolean inline) {}
}
