package dev.harrier.cli.exploring;

import dev.harrier.model.finding.Action;
import dev.harrier.model.finding.Interleaving.Turn;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.Site;
import dev.harrier.report.RunReport;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.usage.Operands;
import dev.harrier.toolchain.usage.UsageScanner;
import java.util.Set;
import java.util.TreeSet;

/**
 * Gives the locks and channels in the tables of findings the names that the source has for them.
 */
public final class OperandNames {
  private OperandNames() {}

  /** The same report; where the sources can't be read, as it is. */
  public static RunReport in(RunReport report, UsageScanner scanner) {
    Set<String> files = new TreeSet<>();
    RunReport same =
        report.mapTurns(turn -> {
          String file = turn.operation().site().file();
          if (file.endsWith(".go") && turn.details().isPresent()) {
            files.add(file);
          }
          return turn;
        });
    try {
      Operands operands = scanner.operands(files);
      return same.mapTurns(turn -> named(turn, operands));
    } catch (ToolchainException e) {
      return same;
    }
  }

  private static Turn named(Turn turn, Operands operands) {
    Set<String> verbs = verbs(turn.operation().action());
    Site site = turn.operation().site();
    return turn.details()
        .flatMap(details -> operands.at(site.file(), site.line(), verbs, details.selected()))
        .map(turn::withOperand)
        .orElse(turn);
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
