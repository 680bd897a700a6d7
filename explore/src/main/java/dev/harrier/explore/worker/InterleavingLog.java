package dev.harrier.explore.worker;

import dev.harrier.analysis.explain.AnalysisContext;
import dev.harrier.analysis.explain.EventOperations;
import dev.harrier.analysis.explain.Frames;
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
import dev.harrier.model.trace.Access;
import dev.harrier.model.trace.At;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.ChoiceKind;
import dev.harrier.model.trace.DescriptorUse;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.InjectedFault;
import dev.harrier.model.trace.RacingAccess;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Trace;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The latest operations of one run, gathered while its trace is replayed. */
public final class InterleavingLog {
  private static final int KEPT = 2000;
  private static final int SHOWN = 40;

  /**
   * So few goroutines have a part in the story: all of a run, or those that a schedule is about.
   */
  private static final int FEW = 4;

  private static final Comparator<GoroutineId> BY_ID = Comparator.comparingLong(GoroutineId::value);

  private final Trace trace;
  private final AnalysisContext context;
  private final Frames frames;
  private final EventOperations operations;
  private final Deque<Row> rows = new ArrayDeque<>();
  private final Messages messages = new Messages();
  private final MemoryValues memory;

  /** How many rows there were when each operation began. */
  private final IntArrayList begunAt = new IntArrayList();

  private int removed;
  private Optional<Event.Race> race = Optional.empty();
  private final Set<GoroutineId> decisive = new LinkedHashSet<>();
  private GoroutineId last = GoroutineId.NONE;
  private Reason reason = new Reason.Continues();

  /** Without a jump the clock passes by less from one event to the next. */
  private static final long JUMP = 250_000;

  private long now;
  private long jumped;
  private boolean begun;

  /**
   * A row.
   *
   * @param selected which case of a select it was; -1 if it was none
   * @param message what it sent or received; may be known later
   * @param seen what it found in memory and left there; may be known later
   * @param jumped by how much the clock had jumped since the row before
   */
  private record Row(
      Operation operation,
      Reason reason,
      Optional<Messages.Message> message,
      Optional<MemoryValues.Seen> seen,
      int selected,
      long jumped) {
    Row doing(Action other) {
      return new Row(operation.doing(other), reason, message, seen, selected, jumped);
    }

    Row because(Reason other) {
      return new Row(operation, other, message, seen, selected, jumped);
    }
  }

  /** A log of the operations that the user's code asked for, in the sense of {@code context}. */
  public InterleavingLog(Trace trace, AnalysisContext context) {
    this.trace = trace;
    this.context = context;
    this.frames = new Frames(context);
    this.operations = new EventOperations(trace, frames);
    this.memory = new MemoryValues(trace);
  }

  /** Takes the next event. */
  public void see(Event event) {
    long passed = event.nanos() - now;
    now = event.nanos();
    jumped += begun && passed >= JUMP ? passed : 0;
    begun = true;
    Optional<Messages.Message> message = messages.of(event);
    Optional<MemoryValues.Seen> seen = memory.of(event);
    if (event instanceof Event.Operation) {
      begunAt.add(removed + rows.size());
    }
    switch (event) {
      case Event.Choice choice -> decided(choice);
      case Event.TimerFire _ -> reason = new Reason.TimerFired();
      case Event.TestFail fail when operations.test(fail.test()).isEmpty() -> {
        // All tests together have failed, since one has.
      }
      case Event.Operation operation when operation.access() == Access.DESCRIPTOR ->
          used(operation, seen);
      case Event.Operation operation when operation.access() != Access.NONE ->
          accessed(operation, seen);
      case Event.Block block when block.reason() == BlockReason.IO -> waits(block);
      case Event.Race found -> {
        race = Optional.of(found);
        turn(found, message, seen);
      }
      case Event.Memory(_, Event.Memory.BeforeEarlier(long since), _) -> earlier(since);
      case Event.Memory told -> completed(told);
      case Event.Operation _,
          Event.Make _,
          Event.Unblock _,
          Event.ContextNew _,
          Event.ContextDone _,
          Event.Preferred _,
          Event.TimerSet _,
          Event.Collected _,
          Event.Lost _,
          Event.Recovered _,
          Event.Input _,
          Event.Message _,
          Event.TestBegin _,
          Event.TestEnd _,
          Event.Checkpoint _ -> {
        // Nothing that another goroutine waits for or sees.
      }
      default -> turn(event, message, seen);
    }
  }

  private void decided(Event.Choice choice) {
    if (choice.kind() == ChoiceKind.GOROUTINE) {
      decisive.add(choice.of());
      decisive.add(choice.next());
      reason = new Reason.Preempted(choice.of());
    } else if (choice.kind() == ChoiceKind.TIMER) {
      reason = new Reason.TimerFiredEarly();
    } else if (choice.kind() == ChoiceKind.FAULT) {
      reason = new Reason.FaultInjected(InjectedFault.of(choice.options()), choice.chosen());
    } else if (choice.kind() == ChoiceKind.WATCHDOG) {
      reason = new Reason.RanTooLong(choice.of());
    }
  }

  /** What else a call of the library does with a descriptor is a part of that call. */
  private void used(Event.Operation operation, Optional<MemoryValues.Seen> seen) {
    Operation now = operations.of(operation);
    boolean part =
        now.action() instanceof Action.Used use
            && use.use().way() == DescriptorUse.Way.OTHER
            && latest(operation.goroutine())
                .filter(row -> row.operation.action() instanceof Action.Used)
                .filter(row -> row.operation.site().equals(now.site()))
                .isPresent();
    if (!part) {
      turn(operation, Optional.empty(), seen);
    }
  }

  /** The row of a use says itself that it waits. */
  private void waits(Event.Block block) {
    Optional<Row> use =
        latest(block.goroutine())
            .filter(row ->
                row.operation.action() instanceof Action.Used used && used.use().maySuspend());
    if (use.isEmpty()) {
      turn(block, Optional.empty(), Optional.empty());
      return;
    }
    Row row = use.get();
    Action.Used used = (Action.Used) row.operation.action();
    List<Row> all = new ArrayList<>(rows);
    all.set(all.lastIndexOf(row), row.doing(new Action.Used(used.use(), used.number(), true)));
    rows.clear();
    rows.addAll(all);
    reason = new Reason.Waits(block.goroutine());
  }

  /** What had to wait for others is there: it has a row behind what they did. */
  private void completed(Event.Memory told) {
    latest(told.goroutine())
        .filter(row -> row.operation.action() instanceof Action.Used used && used.waits())
        .ifPresent(row -> {
          Action.Used used = (Action.Used) row.operation.action();
          Action done = new Action.Used(used.use(), used.number(), false);
          turn(row.operation.doing(done), Optional.empty(), row.seen, -1);
        });
  }

  /** One that lets others run before it was seen to race before they did: it is made now. */
  private void accessed(Event.Operation operation, Optional<MemoryValues.Seen> seen) {
    Optional<Row> latest = latest(operation.goroutine());
    Operation now = operations.of(operation);
    if (latest.isEmpty()
        || !isRaced(latest.get().operation)
        || !latest.get().operation.site().equals(now.site())) {
      turn(operation, Optional.empty(), seen);
      return;
    }
    Row foreseen = latest.get();
    Operation raced = now.doing(foreseen.operation.action());
    boolean isLast = foreseen.equals(rows.peekLast());
    remove(foreseen);
    if (isLast) {
      rows.addLast(new Row(raced, foreseen.reason, Optional.empty(), seen, -1, foreseen.jumped));
      return;
    }
    turn(raced, Optional.empty(), seen, -1);
  }

  /** What began behind it, this operation too, began one row earlier. */
  private void remove(Row row) {
    int index = new ArrayList<>(rows).lastIndexOf(row);
    rows.removeLastOccurrence(row);
    move(index, -1);
  }

  /** The operations that began behind a row began so many rows later. */
  private void move(int index, int by) {
    for (int i = begunAt.size() - 1; i >= 0 && begunAt.getInt(i) > removed + index; i--) {
      begunAt.set(i, begunAt.getInt(i) + by);
    }
  }

  private Optional<Row> latest(GoroutineId goroutine) {
    return Stream.<Row>generate(rows.descendingIterator()::next)
        .limit(rows.size())
        .filter(row -> row.operation.goroutine().equals(goroutine))
        .findFirst();
  }

  /**
   * The earlier access of the latest race gets a row where it was made; none if the record of that
   * race is lost.
   *
   * @param since how many operations have begun since then
   */
  private void earlier(long since) {
    if (race.isEmpty()) {
      return;
    }
    Event.Race later = race.get();
    Event.Race.Earlier first = later.earlier();
    int index = rows.size() - 1;
    if (since > 0 && since <= begunAt.size()) {
      index = begunAt.getInt(begunAt.size() - (int) since) - removed;
    }
    List<Row> all = new ArrayList<>(rows);
    while (index > 0 && isExit(all.get(index - 1), first.by())) {
      index--;
    }
    Event.Race mirrored =
        new Event.Race(
            new At(later.order(), later.nanos(), first.by(), first.stack()),
            first.access(),
            new Event.Race.Earlier(later.goroutine(), later.access(), later.stack()));
    if (index < 0 || trace.goroutine(first.by()).system() || isGoOwn(mirrored)) {
      return;
    }
    Row row =
        new Row(
            operations.of(mirrored),
            new Reason.Continues(),
            Optional.empty(),
            Optional.of(memory.earlier()),
            -1,
            0);
    if (index > 0 && isSameAccess(all.get(index - 1), row)) {
      all.set(index - 1, row.because(all.get(index - 1).reason));
    } else {
      insert(all, index, row);
    }
    rows.clear();
    rows.addAll(all);
  }

  /** It is the first of its goroutine if the one that it comes before was. */
  private void insert(List<Row> all, int index, Row row) {
    if (index < all.size()
        && all.get(index).operation.goroutine().equals(row.operation.goroutine())) {
      all.add(index, row.because(all.get(index).reason));
      all.set(index + 1, all.get(index + 1).because(new Reason.Continues()));
    } else {
      all.add(index, row);
    }
    move(index, 1);
  }

  /** One access may race with several. */
  private static boolean isSameAccess(Row one, Row other) {
    return one.operation.goroutine().equals(other.operation.goroutine())
        && one.operation.site().equals(other.operation.site())
        && one.operation.action() instanceof Action.Raced(RacingAccess access, _)
        && other.operation.action() instanceof Action.Raced(RacingAccess same, _)
        && access == same;
  }

  private static boolean isExit(Row row, GoroutineId goroutine) {
    return row.operation.action() instanceof Action.Exited
        && row.operation.goroutine().equals(goroutine);
  }

  private void turn(
      Event event, Optional<Messages.Message> message, Optional<MemoryValues.Seen> seen) {
    int selected = event instanceof Event.Select select ? select.chosen() : -1;
    if (!isGoOwn(event)) {
      turn(operations.of(event), message, seen, selected);
    }
  }

  private void turn(
      Operation operation,
      Optional<Messages.Message> message,
      Optional<MemoryValues.Seen> seen,
      int selected) {
    GoroutineId who = operation.goroutine();
    if (who.equals(GoroutineId.NONE) || trace.goroutine(who).system()) {
      return;
    }
    boolean same = who.equals(last) && !(reason instanceof Reason.FaultInjected);
    Reason why = same ? new Reason.Continues() : reason;
    rows.addLast(new Row(operation, why, message, seen, selected, jumped));
    jumped = 0;
    if (rows.size() > KEPT) {
      rows.removeFirst();
      removed++;
    }
    last = who;
    reason =
        switch (operation.action()) {
          case Action.Blocked _ -> new Reason.Waits(who);
          case Action.Exited _ -> new Reason.Exited(who);
          default -> new Reason.Continues();
        };
  }

  /** Whether Go's own library, or the main function of a test binary, did it for itself. */
  private boolean isGoOwn(Event event) {
    String file = frames.primary(trace.stack(event.stack())).file();
    return file.endsWith("_testmain.go")
        || (!context.goroot().isEmpty() && file.startsWith(context.goroot() + "/src/"));
  }

  /** The table of one finding; empty if none of its goroutines did anything. */
  public Optional<Interleaving> of(Finding finding) {
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
    Set<GoroutineId> all = goroutines();
    if (all.size() <= FEW) {
      columns.addAll(all);
    }
    List<Turn> turns =
        turns(columns, race(finding)).stream().map(turn -> told(turn, finding)).toList();
    return turns.isEmpty() ? Optional.empty() : Optional.of(table(columns, turns));
  }

  /**
   * The rows of some goroutines, but those of other races than the one that it is about. The clock
   * jumps from each to the next, whatever is left out; and what follows on a row that is left out
   * has its reason.
   */
  private List<Turn> turns(Set<GoroutineId> columns, Optional<Defect.Race> race) {
    List<Turn> turns = new ArrayList<>();
    long since = 0;
    Reason left = new Reason.Continues();
    for (Row row : rows) {
      since += row.jumped;
      if (columns.contains(row.operation.goroutine())) {
        Reason why = row.reason instanceof Reason.Continues ? left : row.reason;
        if (isOfOther(row.operation, race)) {
          left = why;
          continue;
        }
        left = new Reason.Continues();
        Details known =
            new Details(
                row.message
                    .flatMap(Messages.Message::value)
                    .or(() -> row.seen.flatMap(MemoryValues.Seen::before)),
                row.seen.flatMap(MemoryValues.Seen::after),
                isRaced(row.operation) ? race.map(Defect.Race::variable).orElse("") : "",
                row.selected,
                turns.isEmpty() ? 0 : since);
        turns.add(new Turn(row.operation, why, Optional.of(known)));
        since = 0;
      }
    }
    return turns;
  }

  private static Optional<Defect.Race> race(Finding finding) {
    return Optional.of(finding.defect())
        .filter(Defect.Race.class::isInstance)
        .map(Defect.Race.class::cast);
  }

  private static boolean isRaced(Operation operation) {
    return operation.action() instanceof Action.Raced;
  }

  /** Whether it is an access of another race. */
  private static boolean isOfOther(Operation operation, Optional<Defect.Race> race) {
    return isRaced(operation)
        && race.stream()
            .flatMap(one -> Stream.of(one.first(), one.second()))
            .noneMatch(access -> isAt(access.at(), operation.site()));
  }

  private static boolean isAt(Location location, Site site) {
    return location.file().equals(site.file()) && location.line() == site.line();
  }

  /** The row of the assertion that the finding is about says what that reported. */
  private static Turn told(Turn turn, Finding finding) {
    Operation operation = turn.operation();
    return finding.defect() instanceof Defect.TestFailed(String message)
            && !message.isEmpty()
            && operation.action() instanceof Action.FailedTest failed
            && failed.test().equals(finding.test())
        ? new Turn(
            operation.doing(new Action.FailedTest(failed.test(), Optional.of(message))),
            turn.reason(),
            turn.details())
        : turn;
  }

  /** Those that did anything. */
  private Set<GoroutineId> goroutines() {
    Set<GoroutineId> all = new LinkedHashSet<>();
    rows.forEach(row -> all.add(row.operation.goroutine()));
    return all;
  }

  /** The table of all goroutines that did anything. */
  public Interleaving all() {
    Set<GoroutineId> columns = goroutines();
    return table(columns, turns(columns, Optional.empty()));
  }

  private static Interleaving table(Set<GoroutineId> columns, List<Turn> rows) {
    int before = Math.max(0, rows.size() - SHOWN);
    List<Turn> shown = new ArrayList<>(rows.subList(before, rows.size()));
    List<GoroutineId> used = columns.stream().filter(c -> appears(c, shown)).sorted(BY_ID).toList();
    return new Interleaving(used, shown, before);
  }

  private static boolean appears(GoroutineId goroutine, List<Turn> rows) {
    return rows.stream().anyMatch(row -> row.operation().goroutine().equals(goroutine));
  }
}
