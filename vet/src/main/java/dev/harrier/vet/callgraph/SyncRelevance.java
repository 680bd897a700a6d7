package dev.harrier.vet.callgraph;

import dev.harrier.vet.library.Effect;
import dev.harrier.vet.library.Library;
import dev.harrier.vet.ssa.CallSite;
import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.FunctionId;
import dev.harrier.vet.ssa.Instruction;
import dev.harrier.vet.ssa.Program;
import dev.harrier.vet.ssa.Type;
import dev.harrier.vet.ssa.Value;
import dev.harrier.vet.sync.OperationKind;
import dev.harrier.vet.sync.OrderHint;
import dev.harrier.vet.sync.SyncKind;
import java.util.BitSet;
import java.util.Optional;

/**
 * Which functions can matter to the order between goroutines: those that synchronize, start a
 * goroutine, make a context, call a function value, or call such a function. The others need no
 * expansion.
 */
public final class SyncRelevance {
  private final Program program;
  private final BitSet interesting;
  private final BitSet waiting;
  private final BitSet connecting;

  public SyncRelevance(Program program, Mentions mentions) {
    this.program = program;
    this.interesting = mentions.leadingTo(this::isDirect);
    this.waiting = mentions.leadingTo(SyncRelevance::waits);
    this.connecting = mentions.leadingTo(SyncRelevance::leadsOut);
    this.connecting.or(waiting);
  }

  public boolean in(Function function) {
    return interesting.get(function.id().index());
  }

  /** Whether a function can wait for another goroutine, other than for a lock. */
  public boolean mayWait(Function function) {
    return waiting.get(function.id().index());
  }

  /** Whether a function may wait, or calls methods that are out of sight and may. */
  public boolean mayConnect(Function function) {
    return connecting.get(function.id().index());
  }

  private static boolean leadsOut(Function function) {
    if (!function.hasBody()) {
      return Methods.receiver(function).filter(Library::mayConnect).isPresent();
    }
    return function.hasAny(i -> {
      CallSite site = Mentions.site(i).orElse(null);
      return site != null
          && site.isInvoke()
          && Library.mayConnect(function.typeOf(site.callee()).text());
    });
  }

  private static boolean waits(Function function) {
    Optional<Effect> effect = Library.effect(function.declaration().genericName());
    if (!function.hasBody()) {
      return effect.isPresent()
          && effect.get() instanceof Effect.Synchronizes(OperationKind kind)
          && (kind == SyncKind.WAIT || kind == SyncKind.SIGNALED);
    }
    return function.hasAny(i ->
        (i instanceof Instruction.UnOp u && u.isReceive())
            || (i instanceof Instruction.Select s && s.blocking()));
  }

  private boolean isDirect(Function function) {
    return function.hasAny(i -> isDirect(i) || storesFunction(function, i));
  }

  private boolean isDirect(Instruction i) {
    return switch (i) {
      case Instruction.Go _, Instruction.Send _, Instruction.Select _ -> true;
      case Instruction.UnOp u -> u.isReceive();
      case Instruction.Convert c -> Library.isHandler(c.type().text());
      case Instruction.Call c -> isDirect(c.site());
      case Instruction.Defer d -> isDirect(d.site());
      default -> false;
    };
  }

  /** Whether a call through memory may depend on this. */
  private static boolean storesFunction(Function function, Instruction i) {
    return i instanceof Instruction.Store s
        && s.address() instanceof Value.Register address
        && function.definition(address) instanceof Instruction.FieldAddr
        && function.typeOf(s.value()).kind() == Type.Kind.FUNCTION;
  }

  private boolean isDirect(CallSite site) {
    if (site.isInvoke()) {
      return matters(Library.effect(site.method()));
    }
    return switch (site.callee()) {
      case Value.FunctionRef(FunctionId id) ->
          Library.makesCancel(program.function(id).name())
              || matters(Library.effect(program.function(id).declaration().genericName()));
      case Value.Builtin(String name) -> name.equals("close");
      default -> true;
    };
  }

  /** Streams and sleep by themselves order nothing. */
  private static boolean matters(Optional<Effect> effect) {
    return effect.isPresent()
        && !(effect.get() instanceof Effect.Transfers)
        && !effect.get().equals(new Effect.Synchronizes(OrderHint.SLEEP));
  }
}
