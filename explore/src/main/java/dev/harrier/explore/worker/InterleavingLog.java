package dev.harrier.explore.worker;

import dev.harrier.analysis.explain.AnalysisContext;
import dev.harrier.analysis.explain.EventOperations;
import dev.harrier.analysis.explain.Frames;
import dev.harrier.explore.worker.InterleavingRows.Kept;
import dev.harrier.model.finding.Action;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Interleaving;
import dev.harrier.model.finding.Interleaving.Reason;
import dev.harrier.model.finding.Operation;
import dev.harrier.model.trace.AccessKind;
import dev.harrier.model.trace.At;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.ChoiceKind;
import dev.harrier.model.trace.DescriptorUse;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.InjectedFault;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.Trace;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The latest operations of one run, gathered while its trace is read. */
public final class InterleavingLog {
  /** So many tests are known whose failure had other tests after it. */
  private static final int MOST_FAILURES = 20;

  /** Nanoseconds: without a jump the clock passes by less from one event to the next. */
  private static final long JUMP = 250_000;

  private final Trace trace;
  private final AnalysisContext context;
  private final Frames frames;
  private final EventOperations operations;
  private final InterleavingRows rows = new InterleavingRows();
  private final MessageValues messages = new MessageValues();
  private final MemoryValues memory;

  /** The rows until each failure. */
  private final List<List<Kept>> failures = new ArrayList<>();

  private Optional<Event.Race> race = Optional.empty();

  /** What a goroutine read before it failed a test or panicked, and what others wrote there. */
  private final List<Made> made = new ArrayList<>();

  private final Set<GoroutineId> decisive = new LinkedHashSet<>();
  private GoroutineId last = GoroutineId.NONE;
  private Reason reason = new Reason.Continues();

  /** The time of the latest event, in nanoseconds. */
  private long now;

  /** By how much the clock has jumped since the latest row. */
  private long jumped;

  private boolean begun;

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
    Optional<MessageValues.Message> message = messages.of(event);
    Optional<MemoryValues.Seen> seen = memory.of(event);
    if (event instanceof Event.Operation) {
      rows.operationBegins();
    }
    switch (event) {
      case Event.Choice choice -> decided(choice);
      case Event.TimerFire _ -> reason = new Reason.TimerFired();
      case Event.TestFail fail when operations.test(fail.test()).isEmpty() -> {
        // All tests together have failed, since one has.
      }
      case Event.Operation operation when operation.access() == AccessKind.DESCRIPTOR ->
          used(operation, seen);
      case Event.Operation operation when operation.access() != AccessKind.NONE ->
          accessed(operation, seen);
      case Event.Block block when block.reason() == BlockReason.IO -> waits(block);
      case Event.Race found -> {
        race = Optional.of(found);
        turn(found, message, seen);
        rows.noteRace(operations.of(found), operations.of(mirrored(found)).site());
      }
      case Event.EarlierAccess access ->
          seen.ifPresent(found -> made.add(new Made(access, found, rows.begun() - access.since())));
      case Event.TestFail fail -> {
        turn(fail, message, seen);
        insertRead(rows.size() - 1);
      }
      case Event.Memory(_, Event.Memory.BeforeEarlier(long since), _) -> earlier(since);
      case Event.Memory rest -> completed(rest);
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
    if (event instanceof Event.TestFail && failures.size() < MOST_FAILURES) {
      failures.add(rows.all());
    }
  }

  /**
   * An access that was made before it was recorded, and what it found and left.
   *
   * @param begun how many operations had begun by then
   */
  private record Made(Event.EarlierAccess access, MemoryValues.Seen seen, long begun) {}

  /**
   * Those accesses get rows that a failure may be about, and what others wrote there. A later one
   * comes first, so that the place of those before it is as it was.
   *
   * @param end the index of the row that came after them
   */
  private void insertRead(int end) {
    for (Made one : made.reversed()) {
      rows.insertRead(one.begun, end, row(one));
    }
    made.clear();
  }

  private InterleavingRow row(Made one) {
    Event.EarlierAccess access = one.access;
    At at = new At(access.order(), access.nanos(), access.by(), access.from());
    Operation operation =
        operations.of(
            new Event.EarlierAccess(
                at,
                access.access(),
                access.variable(),
                access.by(),
                access.from(),
                access.since()));
    return new InterleavingRow(
        operation,
        new Reason.Continues(),
        Optional.empty(),
        Optional.of(one.seen),
        -1,
        0,
        Optional.of(madeFrom(access)),
        Set.of());
  }

  /**
   * Where an access was made, and where its goroutine was started: an assertion may have others
   * read for it.
   */
  private Stack madeFrom(Event.EarlierAccess access) {
    Stack made = trace.stack(access.from());
    Stack started = trace.stack(trace.goroutine(access.by()).createdAt());
    return new Stack(
        Stream.concat(made.frames().stream(), started.frames().stream()).toList(),
        made.truncated() || started.truncated());
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
            && rows.latest(operation.goroutine())
                .filter(row -> row.operation().action() instanceof Action.Used)
                .filter(row -> row.operation().site().equals(now.site()))
                .isPresent();
    if (!part) {
      turn(operation, Optional.empty(), seen);
    }
  }

  /** The row of a use says itself that it waits. */
  private void waits(Event.Block block) {
    Optional<InterleavingRow> use =
        rows.latest(block.goroutine())
            .filter(row ->
                row.operation().action() instanceof Action.Used used && used.use().maySuspend());
    if (use.isEmpty()) {
      turn(block, Optional.empty(), Optional.empty());
      return;
    }
    InterleavingRow row = use.get();
    Action.Used used = (Action.Used) row.operation().action();
    rows.replace(row, row.doing(new Action.Used(used.use(), used.number(), true)));
    reason = new Reason.Waits(block.goroutine());
  }

  /** What had to wait for others is there: it has a row behind what they did. */
  private void completed(Event.Memory rest) {
    rows.latest(rest.goroutine())
        .filter(row -> row.operation().action() instanceof Action.Used used && used.waits())
        .ifPresent(row -> {
          Action.Used used = (Action.Used) row.operation().action();
          Action done = new Action.Used(used.use(), used.number(), false);
          turn(row.operation().doing(done), Optional.empty(), row.seen(), -1);
        });
  }

  /** One that lets others run before it was seen to race before they did: it is made now. */
  private void accessed(Event.Operation operation, Optional<MemoryValues.Seen> seen) {
    Optional<InterleavingRow> latest = rows.latest(operation.goroutine());
    Operation now = operations.of(operation);
    if (latest.isEmpty()
        || !latest.get().isRaced()
        || !latest.get().operation().site().equals(now.site())) {
      turn(operation, Optional.empty(), seen);
      return;
    }
    InterleavingRow foreseen = latest.get();
    Operation raced = now.doing(foreseen.operation().action());
    boolean isLast = rows.isLast(foreseen);
    rows.remove(foreseen);
    if (isLast) {
      rows.add(
          new InterleavingRow(
              raced,
              foreseen.reason(),
              Optional.empty(),
              seen,
              -1,
              foreseen.jumped(),
              foreseen.readFrom(),
              foreseen.racesWith()));
      return;
    }
    turn(raced, Optional.empty(), seen, -1);
    foreseen.racesWith().forEach(site -> rows.noteRace(raced, site));
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
    int index = rows.indexBefore(since, first.by());
    Event.Race mirrored = mirrored(later);
    if (index < 0 || trace.goroutine(first.by()).system() || isGoOwn(mirrored)) {
      return;
    }
    InterleavingRow row =
        new InterleavingRow(
            operations.of(mirrored),
            new Reason.Continues(),
            Optional.empty(),
            Optional.of(memory.earlier()),
            -1,
            0,
            Optional.empty(),
            Set.of(operations.of(later).site()));
    rows.insert(index, row);
  }

  /** The race as the earlier access has it. */
  private static Event.Race mirrored(Event.Race later) {
    Event.Race.Earlier first = later.earlier();
    return new Event.Race(
        new At(later.order(), later.nanos(), first.by(), first.stack()),
        first.access(),
        new Event.Race.Earlier(later.goroutine(), later.access(), later.stack()));
  }

  private void turn(
      Event event, Optional<MessageValues.Message> message, Optional<MemoryValues.Seen> seen) {
    int selected = event instanceof Event.Select select ? select.chosen() : -1;
    if (!isGoOwn(event)) {
      turn(operations.of(event), message, seen, selected);
    }
  }

  private void turn(
      Operation operation,
      Optional<MessageValues.Message> message,
      Optional<MemoryValues.Seen> seen,
      int selected) {
    GoroutineId who = operation.goroutine();
    if (who.equals(GoroutineId.NONE) || trace.goroutine(who).system()) {
      return;
    }
    boolean same = who.equals(last) && !(reason instanceof Reason.FaultInjected);
    Reason why = same ? new Reason.Continues() : reason;
    rows.add(
        new InterleavingRow(
            operation, why, message, seen, selected, jumped, Optional.empty(), Set.of()));
    jumped = 0;
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

  /**
   * The table of one finding; empty if none of its goroutines did anything. That of a failed test
   * ends with its assertion, also if so much came afterwards that its rows are not kept.
   */
  public Optional<Interleaving> of(Finding finding) {
    insertRead(rows.size());
    List<Kept> shown =
        Stream.concat(Stream.of(rows.all()), failures.stream())
            .filter(kept ->
                kept.stream()
                    .anyMatch(k -> InterleavingTable.isFailure(k.row().operation(), finding)))
            .findFirst()
            .orElseGet(rows::all);
    return new InterleavingTable(shown, decisive, frames).of(finding);
  }

  /** The table of all goroutines that did anything. */
  public Interleaving all() {
    return new InterleavingTable(rows.all(), decisive, frames).all();
  }
}
