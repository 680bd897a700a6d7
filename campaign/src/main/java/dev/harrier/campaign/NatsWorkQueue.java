package dev.harrier.campaign;

import dev.harrier.base.file.IoErrors;
import dev.harrier.explore.confirm.Confirmation;
import dev.harrier.explore.loop.Budget;
import dev.harrier.explore.loop.Discovery;
import dev.harrier.explore.loop.Memory;
import dev.harrier.explore.loop.Outcome;
import dev.harrier.explore.loop.WorkItem;
import dev.harrier.explore.loop.WorkQueue;
import dev.harrier.explore.loop.WorkQueueException;
import dev.harrier.explore.replay.Replay;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.finding.Finding;
import io.nats.client.Message;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntSupplier;

/** One worker of a campaign that several machines make together. */
public final class NatsWorkQueue implements WorkQueue {

  /** How long an idle worker waits for a message, longer and longer while there is none. */
  private static final Duration SHORTEST_PAUSE = Duration.ofMillis(200);

  private static final Duration LONGEST_PAUSE = Duration.ofMillis(1600);

  private final CampaignServer server;
  private final Map<String, Target> targets = new LinkedHashMap<>();
  private final Budget budget;
  private final Function<Discovery, Finding> witnessed;
  private final IntSupplier covered;
  private final String worker = ProcessHandle.current().pid() + "-" + UUID.randomUUID();
  private final Heartbeats.Silences workers;
  private final CampaignState state;
  private final MessageQueue explore;
  private final CountedWork counted;
  private final WorkItemMemory memory;
  private final Heartbeats lease;
  private final Announcements announcements;
  private final ExploredPackages packages;
  private final long start = System.nanoTime();

  /** Whether there are messages that no worker here will do: of another platform, or given up. */
  private boolean foreign;

  private Records.Work work =
      new Records.Work(Records.Target.fresh("", WorkItemLength.FIRST), 0, 0);
  private int coveredBefore;
  private long executions;
  private boolean enough;

  /**
   * Takes part.
   *
   * @param state of the campaign that was joined
   * @param targets all of them; those of packages that changed come first
   * @param packageStates what changes when a package, or one that it imports, does
   * @param budget of this worker
   * @param witnessed a discovery as a finding that says how to see it again
   * @param code a schedule of a target as a replay string
   * @param covered how many requirements of coverage are met, as far as this worker knows
   */
  public NatsWorkQueue(
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
    this.budget = budget;
    this.witnessed = witnessed;
    this.covered = covered;
    server.patience(budget.time());
    packages = new ExploredPackages(server.common(), packageStates);
    packages.changedFirst(targets).forEach(target -> this.targets.put(target.shown(), target));
    memory = new WorkItemMemory(new SharedSchedules(server.bucket(Entries.SCHEDULES), code));
    Bucket alive = server.bucket(Entries.WORKERS);
    workers = new Heartbeats.Silences(alive);
    explore = server.queue(MessageQueue.EXPLORE);
    counted =
        new CountedWork(
            server.bucket(Entries.TARGETS), explore, state.terms(), this.targets.keySet(), worker);
    lease = new Heartbeats(alive, worker);
    announcements = new Announcements(server, texts, worker, lease, this.targets);
    counted.begin();
  }

  @Override
  public Optional<WorkItem> next() throws WorkQueueException, InterruptedException {
    Duration pause = SHORTEST_PAUSE;
    Duration looked = elapsed();
    try {
      while (!isSpent() && !state.isStopped()) {
        Optional<WorkItem> next = announcements.next();
        if (next.isEmpty()) {
          next = exploration();
        }
        if (next.isPresent()) {
          return next;
        }
        if (isDone()) {
          return Optional.empty();
        }
        if (elapsed().minus(looked).compareTo(CampaignServer.SILENCE) > 0) {
          looked = elapsed();
          foreign |= counted.revive();
        }
        server.awaitMessage(pause);
        pause = pause.compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : pause;
      }
      return Optional.empty();
    } catch (IOException e) {
      if (server.isEnding()) { // Nothing waits here for an answer.
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

  private WorkQueueException gone(IOException e) {
    return new WorkQueueException(
        "the campaign %s can't continue here: %s; what was announced until then is there, and what was found here is above"
            .formatted(server.address(), IoErrors.described(e)),
        e);
  }

  private Optional<WorkItem> exploration() throws IOException {
    while (true) {
      Optional<Message> message = explore.next();
      if (message.isEmpty()) {
        return Optional.empty();
      }
      Records.Work offered = Records.work(explore.text(message.get()));
      Optional<Target> target = Optional.ofNullable(targets.get(offered.target().name()));
      if (target.isEmpty()) {
        foreign = true;
        message.get().nakWithDelay(MessageQueue.delayForOthers(message.get()));
        return Optional.empty();
      }
      if (MessageQueue.isRepeated(message.get()) && counted.isCounted(offered)) {
        server.acknowledge(message.get());
        continue;
      }
      lease.hold(message.get());
      work = offered;
      coveredBefore = covered.getAsInt();
      memory.begin(offered);
      return Optional.of(
          new WorkItem.Explore(List.of(target.get()), budgetOf(offered.executions())));
    }
  }

  private Budget budgetOf(int offered) {
    long most = Math.min(offered, budget.executions() - executions);
    return new Budget(
        budget.time().minus(elapsed()),
        most,
        most,
        budget.ends(),
        budget.failures(),
        budget.minimizing());
  }

  /** Whether there is nothing left that this worker could do. */
  private boolean isDone() throws IOException {
    // Each open target has a message there: the next one is published before the last is removed.
    return (explore.isEmpty() || (foreign && counted.isAllClosed()))
        && !announcements.isWaitedFor(() -> !workers.isAnyHeard(worker));
  }

  @Override
  public void explored(WorkItem.Explore item, Outcome outcome) throws WorkQueueException {
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
      if (counted.count(work, result(outcome, memory.end(work)))) {
        lease.counted(outcome.executions());
        packages.explored(Objects.requireNonNull(targets.get(name)).program());
      }
      enough |= budget.ends(Budget.End.FIRST_FINDING) && !outcome.discoveries().isEmpty();
      Optional<Message> message = lease.release();
      if (message.isPresent()) {
        server.acknowledge(message.get());
      }
    } catch (IOException e) {
      throw gone(e);
    }
  }

  /**
   * What counts of it.
   *
   * @param shared the revision of the schedules that showed something else than findings
   */
  private CountedWork.Result result(Outcome outcome, long shared) {
    return new CountedWork.Result(
        outcome.duration(),
        outcome.executions(),
        outcome.proving(),
        !outcome.discoveries().isEmpty() || covered.getAsInt() > coveredBefore,
        outcome.discoveries().stream()
            .flatMap(d -> witnessed.apply(d).witness().schedule().stream())
            .toList(),
        shared,
        problem(outcome),
        !outcome.complete().isEmpty());
  }

  /** Why the target is not to be explored further; "" if it is. */
  private String problem(Outcome outcome) {
    if (budget.ends(Budget.End.FIRST_FINDING_OF_TARGET) && !outcome.discoveries().isEmpty()) {
      return "its first finding was enough";
    }
    if (budget.ends(Budget.End.ALL_SCHEDULES_OF_TARGET) && !outcome.complete().isEmpty()) {
      return "every schedule of it is known";
    }
    return String.join("; ", outcome.unrunnable());
  }

  @Override
  public void confirmed(WorkItem.Confirm item, Replay.Outcome outcome) throws WorkQueueException {
    try {
      announcements.confirmed(item, outcome);
    } catch (IOException e) {
      throw gone(e);
    }
  }

  @Override
  public Memory memory() {
    return memory;
  }

  /** What the user should know of this worker's part. */
  public List<Remark> remarks() {
    int large = announcements.tooLarge();
    return large == 0
        ? List.of()
        : List.of(new Remark.NotShared(large, FindingDocuments.MOST >> 20));
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
