package dev.harrier.cli.output;

import dev.harrier.model.finding.Action;
import dev.harrier.model.finding.Cause;
import dev.harrier.model.finding.Interleaving;
import dev.harrier.model.finding.Interleaving.Turn;
import dev.harrier.model.finding.Operation;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Value;
import dev.harrier.report.RunReport;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.source.Operands;
import dev.harrier.toolchain.source.UsageScanner;
import dev.harrier.toolchain.source.Variable;
import dev.harrier.tracing.decode.ValueRecords;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Gives the locks, channels and atomics in the tables and causes of findings the names that the
 * source has for them, and what is in memory the types of the variables there.
 */
final class OperandNames {
  private static final int CHANNEL = 18;
  private static final int FUNCTION = 19;
  private static final int INTERFACE = 20;
  private static final int POINTER = 22;
  private static final int STRING = 24;
  private static final int UNSAFE_POINTER = 26;

  private final Operands operands;
  private final List<Variable> variables;

  private OperandNames(Operands operands, List<Variable> variables) {
    this.operands = operands;
    this.variables = variables;
  }

  /** The same report; where the sources can't be read, without names. */
  static RunReport in(RunReport report, UsageScanner scanner) {
    Set<String> files = new TreeSet<>();
    Set<String> lines = new TreeSet<>();
    report.mapTables(table -> {
      for (Turn turn : table.turns()) {
        Site site = turn.operation().site();
        if (turn.details().isPresent() && site.file().endsWith(".go")) {
          files.add(site.file());
          if (turn.details().get().value().orElse(null) instanceof Value.Bits) {
            lines.add(site.file() + ":" + site.line());
          }
        }
      }
      return table;
    });
    report.mapCauses(side -> {
      String file = side.operation().site().file();
      if (file.endsWith(".go")) {
        files.add(file);
      }
      return side;
    });
    try {
      OperandNames names = new OperandNames(scanner.operands(files), scanner.variables(lines));
      return report
          .mapTables(table -> names.named(table).map(names::typed))
          .mapCauses(names::named);
    } catch (ToolchainException e) {
      return without(report);
    }
  }

  /** The same report without what means nothing as long as its type is not known. */
  static RunReport without(RunReport report) {
    return report.mapTables(table -> table.map(turn -> turn.mapValues(OperandNames::known)));
  }

  /** Of what is in memory, a value of the variable's type; nothing if that is not certain. */
  private Turn typed(Turn turn) {
    Site site = turn.operation().site();
    String name = turn.details().map(Interleaving.Details::operand).orElse("");
    List<Variable> candidates =
        variables.stream()
            .filter(v ->
                v.file().equals(site.file()) && v.line() == site.line() && v.name().equals(name))
            .toList();
    return turn.mapValues(value ->
        value instanceof Value.Bits bits && candidates.size() == 1
            ? typed(bits, candidates.getFirst())
            : known(value));
  }

  private static Optional<Value> known(Value value) {
    return value instanceof Value.Bits ? Optional.empty() : Optional.of(value);
  }

  private static Optional<Value> typed(Value.Bits bits, Variable variable) {
    return switch (variable.kind()) {
      case STRING -> ValueRecords.of(STRING, bits.next(), bits.text());
      case CHANNEL, FUNCTION, INTERFACE, POINTER, UNSAFE_POINTER ->
          bits.word() == 0
              ? Optional.of(new Value.Nil(variable.type()))
              : Optional.of(new Value.Opaque(variable.type()));
      default -> ValueRecords.of(variable.kind(), bits.word(), variable.type());
    };
  }

  /** Where a line names several, those that the object has elsewhere in the table decide. */
  private Interleaving named(Interleaving table) {
    Map<ObjectId, Set<String>> certain = new HashMap<>();
    for (Turn turn : table.turns()) {
      List<String> names = candidates(turn);
      if (names.size() == 1) {
        object(turn.operation().action())
            .ifPresent(
                id -> certain.computeIfAbsent(id, _ -> new HashSet<>()).add(names.getFirst()));
      }
    }
    return table.map(turn -> named(turn, certain));
  }

  private Turn named(Turn turn, Map<ObjectId, Set<String>> certain) {
    List<String> names = candidates(turn);
    List<String> fitting =
        names.size() < 2
            ? names
            : object(turn.operation().action())
                .map(id -> certain.getOrDefault(id, Set.of()))
                .map(known -> names.stream().filter(known::contains).toList())
                .orElse(List.of());
    return fitting.size() == 1 ? turn.withOperand(fitting.getFirst()) : turn;
  }

  /** A cause has no table that could say which of several names is meant. */
  private Cause.Side named(Cause.Side side) {
    List<String> names = candidates(side.operation(), Interleaving.Details.NO_CASE);
    return names.size() == 1 ? side.withOperand(names.getFirst()) : side;
  }

  private List<String> candidates(Turn turn) {
    return turn.details()
        .map(details -> candidates(turn.operation(), details.selected()))
        .orElse(List.of());
  }

  private List<String> candidates(Operation operation, int selected) {
    Site site = operation.site();
    return operands.at(site.file(), site.line(), verbs(operation.action()), selected);
  }

  private static Optional<ObjectId> object(Action action) {
    return switch (action) {
      case Action.Sent a -> Optional.of(a.channel().id());
      case Action.Received a -> Optional.of(a.channel().id());
      case Action.Closed a -> Optional.of(a.channel().id());
      case Action.Locked a -> Optional.of(a.lock().id());
      case Action.Refused a -> Optional.of(a.lock().id());
      case Action.Unlocked a -> Optional.of(a.lock().id());
      case Action.Waited a -> Optional.of(a.object().id());
      case Action.Added a -> Optional.of(a.group().id());
      case Action.Signaled a -> Optional.of(a.cond().id());
      case Action.Broadcast a -> Optional.of(a.cond().id());
      case Action.Blocked a -> Optional.of(a.object().id());
      default -> Optional.empty();
    };
  }

  /** How the source may say that it does this; empty if it is about no object that has a name. */
  private static Set<String> verbs(Action action) {
    return switch (action) {
      case Action.Sent _ -> Set.of("send");
      case Action.Received _ -> Set.of("receive");
      case Action.Closed _ -> Set.of("close");
      case Action.Locked locked -> locks(locked.mode());
      case Action.Refused refused -> locks(refused.mode());
      case Action.Unlocked unlocked ->
          unlocked.mode() == LockMode.READ ? Set.of("RUnlock") : Set.of("Unlock", "Do");
      case Action.Waited _ -> Set.of("Wait");
      case Action.Added added ->
          added.delta() == -1 ? Set.of("Done", "Go", "Add") : Set.of("Add", "Go");
      case Action.Signaled _ -> Set.of("Signal");
      case Action.Broadcast _ -> Set.of("Broadcast");
      case Action.Blocked blocked -> waits(blocked.reason());
      case Action.Accessed accessed ->
          switch (accessed.access()) {
            case LOAD -> Set.of("Load");
            case STORE -> Set.of("Store");
            case UPDATE -> Set.of("Add", "Swap", "CompareAndSwap", "And", "Or");
            case NONE, READ, WRITE, DESCRIPTOR -> Set.of();
          };
      default -> Set.of();
    };
  }

  private static Set<String> locks(LockMode mode) {
    return mode == LockMode.READ ? Set.of("RLock", "TryRLock") : Set.of("Lock", "TryLock", "Do");
  }

  private static Set<String> waits(BlockReason reason) {
    return switch (reason) {
      case CHAN_SEND -> Set.of("send");
      case CHAN_RECEIVE -> Set.of("receive");
      case MUTEX_LOCK, RWMUTEX_LOCK -> Set.of("Lock", "Do");
      case RWMUTEX_RLOCK -> Set.of("RLock");
      case WAIT_GROUP, COND -> Set.of("Wait");
      default -> Set.of();
    };
  }
}
