package dev.harrier.explore.worker;

import dev.harrier.model.finding.Interleaving.Reason;
import dev.harrier.model.finding.Operation;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.Site;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The latest rows of a run, in their order, those before at which the schedule decided something,
 * and where each operation of the run began.
 */
final class InterleavingRows {
  /** So many of the latest rows are kept. */
  private static final int KEPT = 2000;

  /** So many rows before a decision are kept with it. */
  static final int BEFORE = 3;

  /** And so many after it. */
  static final int AFTER = 10;

  /** All in all, so many of those that came before the latest ones. */
  private static final int MOST_EARLY = 80;

  private final Deque<InterleavingRow> rows = new ArrayDeque<>();

  /** Rows that came before all others, with how many between it and the one before are gone. */
  private final Deque<Kept> early = new ArrayDeque<>();

  /** Those that may be kept if a decision follows. */
  private final Deque<InterleavingRow> passing = new ArrayDeque<>();

  /** How many rows more are kept because of the last decision. */
  private int following;

  /** How many rows are gone since the last one that is kept early. */
  private int gone;

  /** How many rows there were when each operation began. */
  private final IntArrayList begunAt = new IntArrayList();

  /** How many rows have left the latest ones. */
  private int removed;

  /**
   * A row that is kept.
   *
   * @param gone how many rows between the one before and this one are not kept
   */
  record Kept(InterleavingRow row, int gone) {}

  List<Kept> all() {
    List<Kept> all = new ArrayList<>(early);
    int between = gone + passing.size();
    for (InterleavingRow row : rows) {
      all.add(new Kept(row, between));
      between = 0;
    }
    return all;
  }

  Optional<InterleavingRow> latest(GoroutineId goroutine) {
    return rows.reversed().stream().filter(row -> row.goroutine().equals(goroutine)).findFirst();
  }

  boolean isLast(InterleavingRow row) {
    return row.equals(rows.peekLast());
  }

  void operationBegins() {
    begunAt.add(removed + rows.size());
  }

  void add(InterleavingRow row) {
    rows.addLast(row);
    if (rows.size() > KEPT) {
      leave(rows.removeFirst());
      removed++;
    }
  }

  private void leave(InterleavingRow row) {
    passing.addLast(row);
    if (row.isDecision()) {
      following = AFTER + 1;
    }
    if (following > 0) {
      following--;
      for (InterleavingRow kept : passing) {
        early.addLast(new Kept(kept, gone));
        gone = 0;
      }
      passing.clear();
      while (early.size() > MOST_EARLY) {
        int more = early.removeFirst().gone + 1;
        Kept first = early.removeFirst();
        early.addFirst(new Kept(first.row, first.gone + more));
      }
    } else if (passing.size() > BEFORE) {
      passing.removeFirst();
      gone++;
    }
  }

  void replace(InterleavingRow row, InterleavingRow by) {
    List<InterleavingRow> all = new ArrayList<>(rows);
    all.set(all.lastIndexOf(row), by);
    take(all);
  }

  /** The latest access of a goroutine, if it has a row, races with one there. */
  void noteRace(Operation access, Site other) {
    latest(access.goroutine())
        .filter(row -> row.isRaced() && row.operation().site().equals(access.site()))
        .ifPresent(row -> replace(row, row.racingWith(other)));
  }

  /** What began behind it began one row earlier. */
  void remove(InterleavingRow row) {
    int index = new ArrayList<>(rows).lastIndexOf(row);
    rows.removeLastOccurrence(row);
    move(index, -1);
  }

  /**
   * Where an access has its row that a goroutine made when so many operations had yet to begin: it
   * did not exit before. Negative if that row is not kept.
   */
  int indexBefore(long operations, GoroutineId goroutine) {
    int index = rows.size() - 1;
    if (operations > 0 && operations <= begunAt.size()) {
      index = begunAt.getInt(begunAt.size() - (int) operations) - removed;
    }
    return endBefore(index, goroutine);
  }

  /**
   * Puts an access that a failure may be about where it was made. One that was a scheduling point
   * has its row there.
   *
   * @param operations how many had begun by then
   * @param end the index of the row that came next, if no other began until that
   */
  void insertRead(long operations, int end, InterleavingRow row) {
    List<InterleavingRow> all = new ArrayList<>(rows);
    int next = operations < begunAt.size() ? begunAt.getInt((int) operations) - removed : end;
    int failure = failureOf(row, operations);
    if (failure < next) {
      next = failure;
      while (next > 0 && all.get(next - 1).isOfFailure()) {
        next--; // Those that came later are there already.
      }
    }
    int index = endBefore(next, row.goroutine());
    if (operations < 0 || index < 0 || (removed > 0 && index == 0)) {
      return; // What came before is not kept.
    }
    if (index == 0 || !all.get(index - 1).isPointOf(row)) {
      insert(index, row);
    }
  }

  /**
   * The index of the failure or panic of its goroutine that came after an access: the first one
   * since the last operation before it began. Behind the last row if there is none.
   */
  private int failureOf(InterleavingRow access, long operations) {
    List<InterleavingRow> all = new ArrayList<>(rows);
    int index =
        operations > 0 && operations <= begunAt.size()
            ? Math.max(0, begunAt.getInt((int) operations - 1) - removed)
            : 0;
    while (index < all.size() && !all.get(index).isFailureOf(access.goroutine())) {
      index++;
    }
    return index;
  }

  int size() {
    return rows.size();
  }

  /** How many operations have begun. */
  int begun() {
    return begunAt.size();
  }

  private int endBefore(int end, GoroutineId goroutine) {
    List<InterleavingRow> all = new ArrayList<>(rows);
    int index = end;
    while (index > 0 && all.get(index - 1).isExitOf(goroutine)) {
      index--;
    }
    return index;
  }

  /** Puts an access where it was made; nothing changes if it has its row there. */
  void insert(int index, InterleavingRow row) {
    List<InterleavingRow> all = new ArrayList<>(rows);
    if (index > 0 && all.get(index - 1).isSameAccessAs(row)) {
      all.set(index - 1, row.joining(all.get(index - 1)));
    } else if (index < all.size() && all.get(index).goroutine().equals(row.goroutine())) {
      // It is the first of its goroutine if the one that it comes before was.
      all.add(index, row.because(all.get(index).reason()));
      all.set(index + 1, all.get(index + 1).because(new Reason.Continues()));
      move(index, 1);
    } else {
      all.add(index, row);
      move(index, 1);
    }
    take(all);
  }

  private void take(List<InterleavingRow> all) {
    rows.clear();
    rows.addAll(all);
  }

  /** The operations that began behind a row began so many rows later. */
  private void move(int index, int by) {
    for (int i = begunAt.size() - 1; i >= 0 && begunAt.getInt(i) > removed + index; i--) {
      begunAt.set(i, begunAt.getInt(i) + by);
    }
  }
}
