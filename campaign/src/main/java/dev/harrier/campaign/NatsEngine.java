package dev.harrier.campaign;

import dev.harrier.explore.campaign.Budget;
import dev.harrier.explore.campaign.Discovery;
import dev.harrier.explore.campaign.Engine;
import dev.harrier.explore.campaign.EngineException;
import dev.harrier.explore.campaign.Memory;
import dev.harrier.explore.campaign.Outcome;
import dev.harrier.explore.campaign.Turn;
import dev.harrier.explore.confirm.Confirmation;
import dev.harrier.explore.replay.Replay;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.model.file.IoErrors;
import dev.harrier.model.finding.Finding;
import io.nats.client.Message;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntSupplier;

/** One worker of a campaign that several machines make together. */
public final class NatsEngine implements Engine {

  /** One in so many executions of a turn repeats what brought something to another worker. */
  private static final int OF_OTHERS = 4;

  /** So long an idle worker waits for a message, longer and longer while there is none. */
  private static final Duration SHORTEST_PAUSE = Duration.ofMillis(200);

  private static final Duration LONGEST_PAUSE = Duration.ofMillis(1600);

  /** A turn of which an idle worker hears nothing for so long is published again. */
  private static final Duration STALLED = CampaignServer.SILENCE.multipliedBy(3);

  private final CampaignServer server;
  private final CampaignTerms terms;
  private final Map<String, Target> targets = new LinkedHashMap<>();
  private final Budget budget;
  private final Function<Discovery, Finding> witnessed;
  private final IntSupplier covered;
  private final String worker = ProcessHandle.current().pid() + "-" + UUID.randomUUID();
  private final Bucket corpus;
  private final Silences workers;
  private final CampaignState state;
  private final TurnQueue explore;
  private final Lease lease;
  private final Announcements announcements;
  private final long start = System.nanoTime();
  private final Map<String, Long> firsts = new HashMap<>();
  private final Map<String, List<Schedule>> known = new HashMap<>();
  private final SharedSchedules schedules;
  private final ExploredPackages packages;
  private final Set<String> taken = new HashSet<>();
  private final Set<String> closed = new HashSet<>();

  private final Unchanged counts = new Unchanged();

  /** Whether there are messages that nobody here will do: of another platform, or given up. */
  private boolean foreign;

  private Records.Work work = new Records.Work(Records.Target.fresh("", TurnLength.FIRST), 0, 0);
  private int coveredBefore;
  private long turns;
  private long executions;
  private boolean enough;

  /**
   * Takes part.
   *
   * @param state of the campaign that was joined
   * @param targets all of them; those of packages that changed come first
   * @param packageStates what changes when a package, or one that it imports, does
   * @param budget of this worker
   * @param witnessed a discovery as a finding that tells how to see it again
   * @param code a schedule of a target as a replay string
   * @param covered how many requirements of coverage are met, as far as this worker knows
   */
  public NatsEngine(
      CampaignState state,
      List<Target> targets,
      Map<String, String> packageStates,
      Budget budget,
      FindingTexts texts,
      Function<Discovery, Finding> witnessed,
      BiFunction<Target, Schedule, String> code,
      IntSupplier covered)
      throws IOException {
    this.state = state;
    this.server = state.server();
    this.terms = state.terms();
    this.budget = budget;
    this.witnessed = witnessed;
    this.covered = covered;
    server.patience(budget.time());
    packages = new ExploredPackages(server.common(), packageStates);
    packages.changedFirst(targets).forEach(target -> this.targets.put(target.shown(), target));
    schedules = new SharedSchedules(server.bucket(CampaignServer.SCHEDULES), code);
    corpus = server.bucket(CampaignServer.CORPUS);
    Bucket alive = server.bucket(CampaignServer.WORKERS, CampaignServer.SILENCE);
    workers = new Silences(alive);
    explore = server.queue(TurnQueue.EXPLORE);
    lease = new Lease(alive, worker);
    announcements = new Announcements(server, texts, worker, lease, this.targets);
    for (String target : this.targets.keySet()) {
      queue(target);
    }
  }

  private static String key(String target) {
    return UUID.nameUUIDFromBytes(target.getBytes(StandardCharsets.UTF_8)).toString();
  }

  private Records.Target target(String name) throws IOException {
    return corpus
        .read(key(name))
        .flatMap(Records::target)
        .orElse(Records.Target.fresh(name, TurnLength.FIRST));
  }

  /** Publishes the first turn of a target, unless somebody has. */
  private void queue(String name) throws IOException {
    Records.Target now = target(name);
    if (now.queued() >= now.executions()) {
      return;
    }
    publish(now, 0);
    corpus.change(
        key(name),
        text -> {
          Records.Target then = Records.target(text).orElse(now);
          return then.queued() >= now.executions()
              ? text
              : Records.text(then.queuedAt(now.executions()));
        });
  }

  /**
   * Publishes the next turn of a target, unless it is done. Twice is no harm: one of both counts.
   */
  private void publish(Records.Target now, long revision) throws IOException {
    publish(now, revision, "");
  }

  private void publish(Records.Target now, long revision, String how) throws IOException {
    if (terms.isOpen(now)) {
      int share = (int) Math.min(now.share(), terms.perTest() - now.executions());
      explore.publish(
          key(now.name()) + ":" + now.executions() + how,
          Records.text(new Records.Work(now, revision, share)));
    }
  }

  @Override
  public Optional<Turn> next() throws EngineException, InterruptedException {
    Duration pause = SHORTEST_PAUSE;
    Duration looked = elapsed();
    try {
      while (!isSpent() && !state.isStopped()) {
        Optional<Turn> turn = announcements.next();
        if (turn.isEmpty()) {
          turn = exploration();
        }
        if (turn.isPresent()) {
          return turn;
        }
        if (isDone()) {
          return Optional.empty();
        }
        if (elapsed().minus(looked).compareTo(CampaignServer.SILENCE) > 0) {
          looked = elapsed();
          revive();
        }
        server.awaitMessage(pause);
        pause = pause.compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : pause;
      }
      return Optional.empty();
    } catch (IOException e) {
      if (server.isEnding()) { // Nothing waits here to be told.
        return Optional.empty();
      }
      throw gone(e);
    }
  }

  private boolean isSpent() {
    return enough || executions >= budget.executions() || elapsed().compareTo(budget.time()) >= 0;
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - start);
  }

  private EngineException gone(IOException e) {
    return new EngineException(
        "the campaign %s can't go on here: %s; what was announced until then is there, and what was found here is above"
            .formatted(server.address(), IoErrors.described(e)),
        e);
  }

  private Optional<Turn> exploration() throws IOException {
    while (true) {
      Optional<Message> message = explore.next();
      if (message.isEmpty()) {
        return Optional.empty();
      }
      Records.Work offered = Records.work(message.get().getData());
      Optional<Target> target = Optional.ofNullable(targets.get(offered.target().name()));
      if (target.isEmpty()) {
        foreign = true;
        message.get().nakWithDelay(TurnQueue.othersTurn(message.get()));
        return Optional.empty();
      }
      if (TurnQueue.isRepeated(message.get())) {
        Records.Target now = target(offered.target().name());
        if (now.executions() != offered.first()) {
          // It was taken and counted, and whoever did may have been killed before the next was
          // published.
          publish(now, 0);
          server.acknowledge(message.get());
          continue;
        }
      }
      lease.hold(message.get());
      work = offered;
      coveredBefore = covered.getAsInt();
      remember(offered.target(), offered.executions());
      return Optional.of(new Turn.Explore(List.of(target.get()), budgetOf(offered.executions())));
    }
  }

  private Budget budgetOf(int offered) {
    long most = Math.min(offered, budget.executions() - executions);
    return new Budget(
        budget.time().minus(elapsed()),
        most,
        most,
        budget.firstFinding(),
        budget.firstOfTarget(),
        budget.firstFailure(),
        budget.minimising());
  }

  /** Each schedule that showed something is tried once by each worker. */
  private void remember(Records.Target target, int share) throws IOException {
    firsts.put(target.name(), target.executions());
    List<Schedule> first = new ArrayList<>();
    for (String text : target.schedules()) {
      if (taken.add(text)) {
        SharedSchedules.schedule(text).ifPresent(first::add);
      }
    }
    first.addAll(schedules.next(key(target.name()), target.shared(), share / OF_OTHERS));
    known.put(target.name(), first);
  }

  /** Whether there is nothing left that this worker could do. */
  private boolean isDone() throws IOException {
    // Each open target has a message there: the next one is published before the last is removed.
    return (explore.isEmpty() || (foreign && isClosed()))
        && !announcements.isWaitedFor(() -> !workers.isAnyHeard(worker));
  }

  /**
   * Publishes again what nobody seems to be at work on. The server does so by itself; but if the
   * one that leads now is late beside the one that gave the turn to a worker, not for long.
   */
  private void revive() throws IOException {
    for (String name : targets.keySet()) {
      if (!closed.contains(name)) {
        Records.Target now = target(name);
        if (terms.isOpen(now) && counts.since(name, now.executions()).compareTo(STALLED) > 0) {
          publish(now, 0, ":again");
          foreign = true;
        }
      }
    }
  }

  private boolean isClosed() throws IOException {
    for (String name : targets.keySet()) {
      if (!closed.contains(name) && terms.isOpen(target(name))) {
        return false;
      }
      closed.add(name);
    }
    return true;
  }

  @Override
  public void explored(Turn.Explore turn, Outcome outcome) throws EngineException {
    try {
      String name = work.target().name();
      executions += outcome.executions();
      for (Discovery discovery : outcome.discoveries()) {
        announcements.announce(name, witnessed.apply(discovery));
      }
      for (Finding finding : outcome.unproved()) {
        announcements.announce(name, Confirmation.untried(finding));
      }
      if (outcome.executions() == 0 && outcome.unrunnable().isEmpty()) {
        lease.release().ifPresent(Message::nak);
        return;
      }
      count(name, outcome, schedules.share(key(name), work.target().shared()));
      enough |= budget.firstFinding() && !outcome.discoveries().isEmpty();
      Optional<Message> message = lease.release();
      if (message.isPresent()) {
        server.acknowledge(message.get());
      }
    } catch (IOException e) {
      throw gone(e);
    }
  }

  /**
   * The executions count if nobody has counted this turn yet, and the next turn is published.
   *
   * @param shared the revision of the schedules that showed something
   */
  private void count(String name, Outcome outcome, long shared) throws IOException {
    String turn = worker + ":" + ++turns;
    boolean brought = !outcome.discoveries().isEmpty() || covered.getAsInt() > coveredBefore;
    boolean[] counted = {false};
    Bucket.Seen supposed =
        work.revision() > 0
            ? new Bucket.Seen(Records.text(work.target()), work.revision())
            : corpus.seen(key(name));
    Bucket.Seen after =
        corpus.change(
            key(name),
            supposed,
            text -> {
              Records.Target now =
                  Records.target(text).orElse(Records.Target.fresh(name, TurnLength.FIRST));
              counted[0] = now.turn().equals(turn) || now.executions() == work.first();
              if (now.turn().equals(turn) || !counted[0]) {
                return text;
              }
              Set<String> shown = new LinkedHashSet<>(now.schedules());
              outcome.discoveries().stream()
                  .flatMap(d -> witnessed.apply(d).witness().schedule().stream())
                  .forEach(shown::add);
              long executed = now.executions() + outcome.executions();
              return Records.text(
                  new Records.Target(
                      name,
                      executed,
                      executed,
                      turn,
                      TurnLength.after(
                          now.share(),
                          brought,
                          outcome.duration(),
                          outcome.executions() + outcome.proving()),
                      List.copyOf(shown),
                      shared,
                      problem(outcome)));
            });
    if (counted[0]) {
      publish(Records.target(after.text()).orElseThrow(), after.revision());
      lease.counted(outcome.executions());
      packages.explored(Objects.requireNonNull(targets.get(name)).program());
    }
  }

  /** Why the target is not to be explored further; "" if it is. */
  private String problem(Outcome outcome) {
    return budget.firstOfTarget() && !outcome.discoveries().isEmpty()
        ? "its first finding was enough"
        : String.join("; ", outcome.unrunnable());
  }

  @Override
  public void confirmed(Turn.Confirm turn, Replay.Outcome outcome) throws EngineException {
    try {
      announcements.confirmed(turn, outcome);
    } catch (IOException e) {
      throw gone(e);
    }
  }

  @Override
  public Memory memory() {
    return new Memory() {
      @Override
      public long executions(Target target) {
        return firsts.getOrDefault(target.shown(), 0L);
      }

      @Override
      public List<Schedule> schedules(Target target) {
        return known.getOrDefault(target.shown(), List.of());
      }

      @Override
      public void progress(Target target, long executions) {
        // It counts when the turn is over.
      }

      @Override
      public void found(Target target, Schedule schedule, String fingerprint) {
        // It is kept when the turn is over, before its executions count.
      }

      @Override
      public void brought(Target target, Schedule schedule) {
        schedules.add(target, schedule);
      }
    };
  }

  /** What the user should know of this worker's part, one sentence each. */
  public List<String> notes() {
    int large = announcements.tooLarge();
    return large == 0
        ? List.of()
        : List.of(
            "findings of more than %,d MB are in this report alone, not in the campaign's: %,d"
                .formatted(FindingDocuments.MOST >> 20, large));
  }

  @Override
  public void close() {
    lease
        .release()
        .ifPresent(message -> {
          try {
            message.nak();
          } catch (IllegalStateException e) {
            // The connection is gone; the server gives the work to others by itself.
          }
        });
    lease.close();
  }
}
