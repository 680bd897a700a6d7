package dev.harrier.explore.worker;

import dev.harrier.analysis.explain.Frames;
import dev.harrier.explore.worker.InterleavingRows.Kept;
import dev.harrier.model.finding.Access;
import dev.harrier.model.finding.Action;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Interleaving;
import dev.harrier.model.finding.Interleaving.Details;
import dev.harrier.model.finding.Interleaving.Reason;
import dev.harrier.model.finding.Interleaving.Turn;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.Operation;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.trace.AccessKind;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Which rows of a run tables show, and in which columns.
 *
 * @param decisive the goroutines that decisions of the schedule are about
 */
record InterleavingTable(List<Kept> rows, Set<GoroutineId> decisive, Frames frames) {
  /** So many rows at the end are shown. */
  private static final int SHOWN = 40;

  /** So many of them at most come after the assertion, or the race, that a finding is about. */
  private static final int SHOWN_AFTERWARDS = 10;

  /** And so many of those before, about, that are next to a decision of the schedule. */
  private static final int MOST_DECISIVE = 40;

  /** So many rows at most are a round of what repeats. */
  private static final int LONGEST_ROUND = 8;

  /** So few rounds, the first and the last one, are shown of more. */
  private static final int ROUNDS_SHOWN = 2;

  /** So few rows are not worth a line that says they are left out. */
  private static final int MOST_BETWEEN = 2;

  /**
   * So few goroutines have a part in the story: all of a run, or those that a schedule is about.
   */
  private static final int FEW = 4;

  /** So many functions, from the one that panics outwards, may have read what decides. */
  private static final int MOST_CALLERS = 8;

  private static final Comparator<GoroutineId> BY_ID = Comparator.comparingLong(GoroutineId::value);

  /** The table of one finding; empty if none of its goroutines did anything. */
  Optional<Interleaving> of(Finding finding) {
    Set<GoroutineId> columns = new LinkedHashSet<>();
    for (Participant participant : finding.participants()) {
      columns.add(participant.id());
    }
    finding.participants().stream()
        .map(Participant::creator)
        .filter(creator -> !creator.equals(GoroutineId.NONE))
        .forEach(columns::add);
    if (decisive.size() <= FEW) {
      columns.addAll(decisive);
    }
    if (finding.defect() instanceof Defect.TestFailed) {
      Set<GoroutineId> started = startedBy(finding.participants());
      columns.addAll(started.size() <= FEW ? started : Set.of());
    }
    Set<InterleavingRow> accesses = reads(finding).keySet();
    addSome(columns, accesses, AccessKind.READ, BY_ID.reversed());
    addSome(columns, accesses, AccessKind.WRITE, BY_ID);
    Set<GoroutineId> all = goroutines();
    if (all.size() <= FEW) {
      columns.addAll(all);
    }
    List<Entry> entries =
        untilSeen(entries(columns, finding), finding).stream()
            .map(entry -> new Entry(reported(entry.turn, finding), entry.gone))
            .toList();
    return entries.isEmpty() ? Optional.empty() : Optional.of(table(columns, entries));
  }

  /** The goroutines that those of a finding created themselves, as a test does. */
  private Set<GoroutineId> startedBy(List<Participant> participants) {
    Set<GoroutineId> creators =
        participants.stream().map(Participant::id).collect(Collectors.toSet());
    Set<GoroutineId> started = new LinkedHashSet<>();
    for (Kept kept : rows) {
      Operation operation = kept.row().operation();
      if (operation.action() instanceof Action.Created(GoroutineId child)
          && creators.contains(operation.goroutine())) {
        started.add(child);
      }
    }
    return started;
  }

  private static void addSome(
      Set<GoroutineId> columns,
      Set<InterleavingRow> accesses,
      AccessKind access,
      Comparator<GoroutineId> first) {
    accesses.stream()
        .filter(row ->
            row.operation().action() instanceof Action.Accessed accessed
                && accessed.access() == access)
        .map(InterleavingRow::goroutine)
        .distinct()
        .sorted(first)
        .limit(FEW)
        .forEach(columns::add);
  }

  /**
   * A row of a table.
   *
   * @param gone how many rows between the one before and this one are not known any more
   */
  private record Entry(Turn turn, int gone) {
    private boolean isRaced() {
      return turn.operation().action() instanceof Action.Raced;
    }

    /**
     * Whether it is an access to what a failed assertion, or what led to a panic, may have read.
     */
    private boolean isRead() {
      return turn.details().flatMap(Details::readAt).isPresent();
    }

    /** Whether it is what a goroutine does in each round of a loop. */
    private boolean isSameAs(Entry other) {
      return gone == 0
          && other.gone == 0
          && !isRaced()
          && !isRead()
          && !InterleavingRow.isDecision(turn.reason())
          && turn.operation().repeats(other.turn.operation())
          && turn.reason().equals(other.turn.reason());
    }

    private long jumped() {
      return turn.details().map(Details::jumped).orElse(0L);
    }
  }

  /**
   * The rows of some goroutines, but those of other races than the one that it is about, and what
   * another finding's failure may be about. The clock jumps from each to the next, whatever is left
   * out; and what follows on a row that is left out has its reason.
   */
  private List<Entry> entries(Set<GoroutineId> columns, Finding finding) {
    Optional<Defect.Race> race = race(finding);
    Map<InterleavingRow, Site> reads = reads(finding);
    return entries(
        columns,
        race,
        row -> isOfOther(row, race) || (row.isOfFailure() && !reads.containsKey(row)),
        reads);
  }

  /**
   * The accesses to what may have decided about a failure, each with the place in the function that
   * failed, or in a caller of it, that reads it: that made it, called what did, or started its
   * goroutine.
   */
  private Map<InterleavingRow, Site> reads(Finding finding) {
    List<Site> failed = failed(finding);
    Map<InterleavingRow, Site> places = new HashMap<>();
    Map<Long, Site> variables = new HashMap<>();
    for (Kept kept : rows) {
      InterleavingRow row = kept.row();
      if (row.operation().action() instanceof Action.Accessed(AccessKind access, long variable)
          && access == AccessKind.READ) {
        readAt(row, failed)
            .ifPresent(place -> {
              places.put(row, place);
              variables.put(variable, place);
            });
      }
    }
    for (Kept kept : rows) {
      InterleavingRow row = kept.row();
      if (row.isOfFailure()
          && row.operation().action() instanceof Action.Accessed(AccessKind access, long variable)
          && access == AccessKind.WRITE
          && variables.containsKey(variable)) {
        places.put(row, variables.get(variable));
      }
    }
    return places;
  }

  /** Where a test failed, or what panicked and its callers, from the inside outwards. */
  private List<Site> failed(Finding finding) {
    if (finding.defect() instanceof Defect.TestFailed) {
      Location at = finding.location();
      return List.of(new Site(at.function(), at.file(), at.line()));
    }
    return finding.participants().stream()
        .limit(1)
        .filter(first -> first.part() == Participant.Part.PANICKED)
        .flatMap(first -> first.stack().frames().stream())
        .filter(frames::isUser)
        .limit(MOST_CALLERS)
        .toList();
  }

  private static Optional<Site> readAt(InterleavingRow row, List<Site> failed) {
    List<Site> frames = row.readFrom().map(Stack::frames).orElse(List.of());
    return failed.stream()
        .flatMap(one ->
            frames.stream()
                .filter(frame -> frame.function().equals(one.function()))
                .filter(frame -> frame.file().equals(one.file())))
        .findFirst();
  }

  private List<Entry> entries(
      Set<GoroutineId> columns,
      Optional<Defect.Race> race,
      Predicate<InterleavingRow> unwanted,
      Map<InterleavingRow, Site> reads) {
    List<Entry> entries = new ArrayList<>();
    long since = 0;
    int gone = 0;
    Reason left = new Reason.Continues();
    for (Kept kept : rows) {
      InterleavingRow row = kept.row();
      since += row.jumped();
      gone += kept.gone();
      if (columns.contains(row.goroutine())) {
        Reason why = row.reason() instanceof Reason.Continues ? left : row.reason();
        if (unwanted.test(row)) {
          left = why;
          continue;
        }
        left = new Reason.Continues();
        Details known =
            new Details(
                row.message()
                    .flatMap(MessageValues.Message::value)
                    .or(() -> row.seen().flatMap(MemoryValues.Seen::before)),
                row.seen().flatMap(MemoryValues.Seen::after),
                row.isRaced() ? race.map(Defect.Race::variable).orElse("") : "",
                row.selected(),
                entries.isEmpty() ? 0 : since,
                Optional.ofNullable(reads.get(row)));
        entries.add(new Entry(new Turn(row.operation(), why, Optional.of(known)), gone));
        since = 0;
        gone = 0;
      }
    }
    return entries;
  }

  /**
   * Without most of what comes after the race. And without what the goroutine of a failed assertion
   * does afterwards: it cleans up. What others do then may be what the assertion came too early
   * for.
   */
  private static List<Entry> untilSeen(List<Entry> entries, Finding finding) {
    if (finding.defect() instanceof Defect.Race) {
      int race = entries.size() - 1;
      while (race >= 0 && !entries.get(race).isRaced()) {
        race--;
      }
      return race < 0
          ? entries
          : entries.subList(0, Math.min(entries.size(), race + 1 + SHOWN_AFTERWARDS));
    }
    if (!(finding.defect() instanceof Defect.TestFailed)) {
      return entries;
    }
    int failure = 0;
    while (failure < entries.size() && !isFailure(entries.get(failure).turn.operation(), finding)) {
      failure++;
    }
    if (failure == entries.size()) {
      return entries;
    }
    GoroutineId failed = entries.get(failure).turn.operation().goroutine();
    List<Entry> kept = new ArrayList<>(entries.subList(0, failure + 1));
    entries.subList(failure + 1, entries.size()).stream()
        .filter(entry -> !entry.turn.operation().goroutine().equals(failed))
        .limit(SHOWN_AFTERWARDS)
        .forEach(kept::add);
    return kept;
  }

  /** Whether it is the failed assertion that a finding is about. */
  static boolean isFailure(Operation operation, Finding finding) {
    return operation.action() instanceof Action.FailedTest failed
        && failed.test().equals(finding.test());
  }

  /** Goroutines with a row. */
  private Set<GoroutineId> goroutines() {
    return rows.stream()
        .map(kept -> kept.row().goroutine())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static Optional<Defect.Race> race(Finding finding) {
    return Optional.of(finding.defect())
        .filter(Defect.Race.class::isInstance)
        .map(Defect.Race.class::cast);
  }

  /** Whether it is an access of another race: a line may have several. */
  private static boolean isOfOther(InterleavingRow row, Optional<Defect.Race> race) {
    return row.isRaced()
        && race.stream()
            .noneMatch(one ->
                isBetween(row, one.first(), one.second())
                    || isBetween(row, one.second(), one.first()));
  }

  private static boolean isBetween(InterleavingRow row, Access own, Access other) {
    return isAt(own.at(), row.operation().site())
        && row.racesWith().stream().anyMatch(site -> isAt(other.at(), site));
  }

  private static boolean isAt(Location location, Site site) {
    return location.file().equals(site.file()) && location.line() == site.line();
  }

  /** The row of the assertion that the finding is about says what that reported. */
  private static Turn reported(Turn turn, Finding finding) {
    Operation operation = turn.operation();
    return finding.defect() instanceof Defect.TestFailed(String message)
            && !message.isEmpty()
            && isFailure(operation, finding)
        ? new Turn(
            operation.doing(new Action.FailedTest(finding.test(), Optional.of(message))),
            turn.reason(),
            turn.details())
        : turn;
  }

  /** The table of all goroutines that did anything. */
  Interleaving all() {
    Set<GoroutineId> columns = goroutines();
    return table(
        columns,
        entries(
            columns,
            Optional.empty(),
            row -> isOfOther(row, Optional.empty()) || row.isOfFailure(),
            Map.of()));
  }

  /**
   * The last rows, and those before that race or at which the schedule decided something. What a
   * failure may have read is there in any case: most of it goes when the source is known. Of rows
   * that repeat, the first and the last round.
   */
  private static Interleaving table(Set<GoroutineId> columns, List<Entry> rows) {
    BitSet repeated = repeated(rows);
    BitSet shown = new BitSet();
    int left = SHOWN;
    for (int i = rows.size() - 1; i >= 0; i--) {
      boolean read = rows.get(i).isRead();
      shown.set(i, read || (left > 0 && !repeated.get(i)));
      left -= read || repeated.get(i) ? 0 : 1;
    }
    int most = shown.cardinality() + MOST_DECISIVE;
    for (int i = rows.size() - 1; i >= 0 && shown.cardinality() < most; i--) {
      if (rows.get(i).isRaced() || InterleavingRow.isDecision(rows.get(i).turn().reason())) {
        shown.set(
            Math.max(0, i - InterleavingRows.BEFORE),
            Math.min(rows.size(), i + InterleavingRows.AFTER + 1));
        shown.andNot(repeated);
      }
    }
    List<Turn> kept = new ArrayList<>();
    List<Interleaving.Gap> gaps = new ArrayList<>();
    for (int i = shown.nextSetBit(0), next = 0; i >= 0; next = i + 1, i = shown.nextSetBit(next)) {
      List<Entry> between = rows.subList(next, i);
      Turn turn = rows.get(i).turn;
      int gone = rows.get(i).gone + between.stream().mapToInt(Entry::gone).sum();
      if (gone > 0 || between.size() > MOST_BETWEEN) {
        gaps.add(new Interleaving.Gap(kept.size(), gone + between.size()));
        turn = turn.jumpedFurther(between.stream().mapToLong(Entry::jumped).sum());
      } else {
        between.forEach(row -> kept.add(row.turn));
      }
      kept.add(turn);
    }
    List<GoroutineId> used = columns.stream().filter(c -> appears(c, kept)).sorted(BY_ID).toList();
    return new Interleaving(used, kept, gaps);
  }

  /** The rows of all rounds of a loop but the first and the last one. */
  private static BitSet repeated(List<Entry> rows) {
    BitSet repeated = new BitSet();
    int first = 0;
    while (first < rows.size()) {
      int end = first + 1;
      for (int round = 1; round <= LONGEST_ROUND; round++) {
        int rounds = 1;
        while (isRound(rows, first, round, first + rounds * round)) {
          rounds++;
        }
        if (rounds > ROUNDS_SHOWN) {
          end = first + rounds * round;
          repeated.set(first + round, end - round);
          break;
        }
      }
      first = end;
    }
    return repeated;
  }

  /**
   * Whether the rows from {@code next} on are the same as the round that begins at {@code first}.
   */
  private static boolean isRound(List<Entry> rows, int first, int round, int next) {
    if (next + round > rows.size()) {
      return false;
    }
    for (int i = 0; i < round; i++) {
      if (!rows.get(next + i).isSameAs(rows.get(first + i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean appears(GoroutineId goroutine, List<Turn> rows) {
    return rows.stream().anyMatch(row -> row.operation().goroutine().equals(goroutine));
  }
}
