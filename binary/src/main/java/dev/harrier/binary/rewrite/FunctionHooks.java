package dev.harrier.binary.rewrite;

import dev.harrier.binary.code.Code;
import dev.harrier.binary.pclntab.GoFunction;
import dev.harrier.binary.semantics.Hook;
import dev.harrier.binary.semantics.Hook.Where;
import dev.harrier.binary.x86.Assembler;
import dev.harrier.binary.x86.Flow;
import dev.harrier.binary.x86.Instruction;
import dev.harrier.binary.x86.OpcodeMap;
import dev.harrier.binary.x86.Register;
import java.util.List;
import java.util.OptionalInt;

/** Sets the hooks that belong to whole functions: entries, returns, calls. */
final class FunctionHooks {
  /** How many instructions a check of the stack's size may be from the entry. */
  private static final int PROLOGUE = 6;

  /** Offset of {@code g.stackguard0}. */
  private static final int STACK_GUARD = 16;

  private final Code code;
  private final Patches patches;
  private final Trampolines trampolines;

  FunctionHooks(Code code, Patches patches, Trampolines trampolines) {
    this.code = code;
    this.patches = patches;
    this.trampolines = trampolines;
  }

  /**
   * Sets one hook in one function.
   *
   * @return how many places were hooked
   * @throws UnhookableException if one of them can't be
   */
  int set(Hook hook, GoFunction f) throws UnhookableException {
    List<Instruction> body = code.instructions(f);
    if (!BranchTargets.isDecodable(body)) {
      throw new UnhookableException(hook, "its code has instructions that Harrier does not know");
    }
    return switch (hook.where()) {
      case Where.Entry _ -> entry(hook, f, body);
      case Where.SelectEntry _ -> entry(hook, f, body);
      case Where.Return r -> returns(hook, f, body, r.withStack());
      case Where.Call call -> calls(hook, call.callees(), body);
    };
  }

  private int entry(Hook hook, GoFunction f, List<Instruction> body) throws UnhookableException {
    int first = afterStackCheck(body);
    long site = body.get(first).address();
    OptionalInt length = patches.displaceable(f, body, first);
    if (length.isEmpty() || (first > 0 && patches.targets(f, body).contains(site))) {
      throw new UnhookableException(hook, "its first instructions can't be moved");
    }
    refuseFaults(hook, body, first, length.getAsInt());
    long trampoline = trampolines.begin();
    if (hook.where() instanceof Where.SelectEntry) {
      trampolines.logSelect(site);
    } else {
      trampolines.log(
          hook.event(),
          site,
          hook.object(),
          hook.argument(),
          hook.goroutine(),
          new Trampolines.Stack.FromReturnAddress(0));
    }
    displace(body, first, length.getAsInt());
    trampolines.code().jump(site + length.getAsInt());
    patches.jump(site, length.getAsInt(), trampoline);
    return 1;
  }

  /**
   * The index of the first instruction behind the check: when the stack is too small, the function
   * starts over from its entry, and its hook must not fire twice.
   */
  private static int afterStackCheck(List<Instruction> body) {
    for (int i = 0; i + 1 < Math.min(PROLOGUE, body.size()); i++) {
      Instruction compare = body.get(i);
      if (compare.is(OpcodeMap.ONE_BYTE, 0x3b)
          && compare.base() == Register.R14.number()
          && compare.displacement() == STACK_GUARD
          && body.get(i + 1).flow() == Flow.CONDITIONAL) {
        return i + 2;
      }
    }
    return 0;
  }

  /** The record is written when only the return instruction is left to do. */
  private int returns(Hook hook, GoFunction f, List<Instruction> body, boolean withStack)
      throws UnhookableException {
    int count = 0;
    for (int i = 0; i < body.size(); i++) {
      if (body.get(i).flow() == Flow.RETURN) {
        returnAt(hook, f, body, i, withStack);
        count++;
      }
    }
    if (count == 0) {
      throw new UnhookableException(hook, "it never returns");
    }
    return count;
  }

  private void returnAt(
      Hook hook, GoFunction f, List<Instruction> body, int last, boolean withStack)
      throws UnhookableException {
    int first = last;
    int length = body.get(last).length();
    while (length < Patches.JUMP) {
      boolean reached = patches.targets(f, body).contains(body.get(first).address());
      if (first == 0 || reached || body.get(first - 1).flow() != Flow.NEXT) {
        throw new UnhookableException(hook, "too few bytes before a return can be moved");
      }
      first--;
      length += body.get(first).length();
    }
    long site = body.get(first).address();
    if (patches.isTaken(site, length)) {
      throw new UnhookableException(hook, "two hooks meet at a return");
    }
    refuseFaults(hook, body, first, length);
    long trampoline = trampolines.begin();
    for (int i = first; i < last; i++) {
      Displacement.write(trampolines.file(), body.get(i), trampolines.code());
    }
    trampolines.log(
        hook.event(),
        body.get(last).address(),
        hook.object(),
        hook.argument(),
        hook.goroutine(),
        withStack ? new Trampolines.Stack.FromReturnAddress(0) : new Trampolines.Stack.None());
    Displacement.write(trampolines.file(), body.get(last), trampolines.code());
    patches.jump(site, length, trampoline);
  }

  private int calls(Hook hook, List<String> callees, List<Instruction> body)
      throws UnhookableException {
    int count = 0;
    for (Instruction i : body) {
      boolean wanted =
          i.flow() == Flow.CALL && code.nameAt(i.target()).filter(callees::contains).isPresent();
      if (!wanted) {
        continue;
      }
      if (i.length() != Patches.JUMP || patches.isTaken(i.address(), Patches.JUMP)) {
        throw new UnhookableException(hook, "a call in it can't be redirected");
      }
      long trampoline = trampolines.begin();
      trampolines.log(
          hook.event(),
          i.address(),
          hook.object(),
          hook.argument(),
          hook.goroutine(),
          new Trampolines.Stack.None());
      trampolines.code().jump(i.target());
      patches.redirectCall(i.address(), trampoline);
      count++;
    }
    if (count == 0) {
      throw new UnhookableException(hook, "it calls none of " + callees);
    }
    return count;
  }

  private static void refuseFaults(Hook hook, List<Instruction> body, int first, int length)
      throws UnhookableException {
    int left = length;
    for (int i = first; left > 0; i++) {
      if (Displacement.mayFault(body.get(i))) {
        throw new UnhookableException(hook, "an instruction to be moved might fault");
      }
      left -= body.get(i).length();
    }
  }

  private void displace(List<Instruction> body, int first, int length) {
    Assembler to = trampolines.code();
    int left = length;
    for (int i = first; left > 0; i++) {
      Displacement.write(trampolines.file(), body.get(i), to);
      left -= body.get(i).length();
    }
  }
}
