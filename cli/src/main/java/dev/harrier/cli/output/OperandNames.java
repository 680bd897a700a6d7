package dev.harrier.cli.output;

import dev.harrier.model.finding.Action;
import dev.harrier.model.finding.Interleaving;
import dev.harrier.model.finding.Interleaving.Turn;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Site;
import dev.harrier.report.RunReport;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.usage.Operands;
import dev.harrier.toolchain.usage.UsageScanner;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Gives the locks and channels in the tables of findings the names that the source has for them.
 */
final class OperandNames {
  private final Operands operands;

  private OperandNames(Operands operands) {
    this.operands = operands;
  }

  /** The same report; where the sources can't be read, as it is. */
  static RunReport in(RunReport report, UsageScanner scanner) {
    Set<String> files = new TreeSet<>();
    report.mapTables(table -> {
      table.turns().stream()
          .filter(turn -> turn.details().isPresent())
          .map(turn -> turn.operation().site().file())
          .filter(file -> file.endsWith(".go"))
          .forEach(files::add);
      return table;
    });
    try {
      OperandNames names = new OperandNames(scanner.operands(files));
      return report.mapTables(names::named);
    } catch (ToolchainException e) {
      return report;
    }
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

  private List<String> candidates(Turn turn) {
    Set<String> verbs = verbs(turn.operation().action());
    Site site = turn.operation().site();
    return turn.details()
        .map(details -> operands.at(site.file(), site.line(), verbs, details.selected()))
        .orElse(List.of());
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
      case Action.Signalled a -> Optional.of(a.cond().id());
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
      case Action.Signalled _ -> Set.of("Signal");
      case Action.Broadcast _ -> Set.of("Broadcast");
      case Action.Blocked blocked -> waits(blocked.reason());
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
