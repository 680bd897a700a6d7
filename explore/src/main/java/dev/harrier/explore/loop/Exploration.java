package dev.harrier.explore.loop;

import dev.harrier.explore.execute.Limits;
import dev.harrier.explore.guide.Guide;
import dev.harrier.explore.observe.Detail;
import dev.harrier.explore.replay.Replay;
import dev.harrier.explore.worker.Job;
import dev.harrier.explore.worker.Worker;
import dev.harrier.explore.worker.WorkerException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Takes work items from a queue until it has none left: on one machine as on one of many. */
public final class Exploration {
  /** How often a finding of another worker is replayed. */
  private static final int REPLAYS = 3;

  private final WorkQueue queue;
  private final Guide guide;
  private final Limits limits;
  private final Interest interest;
  private Outcome all = Outcome.NONE;
  private Optional<ExplorationLoop> current = Optional.empty();
  private boolean stopped;

  /**
   * @param guide learns from all items
   * @param interest in findings; the schedules of those that may not fail the run are replayed as
   *     they were found
   */
  public Exploration(WorkQueue queue, Guide guide, Limits limits, Interest interest) {
    this.interest = interest;
    this.queue = queue;
    this.guide = guide;
    this.limits = limits;
  }

  /**
   * Explores until the queue has nothing more, or {@link #stop} is called.
   *
   * @param workers how many executions at once
   * @param workerFactory makes a worker
   */
  public Outcome run(int workers, Supplier<? extends Worker> workerFactory)
      throws WorkQueueException, InterruptedException {
    while (!isStopped() && !guide.isSatisfied()) {
      Optional<WorkItem> item = queue.next();
      if (item.isEmpty()) {
        break;
      }
      switch (item.get()) {
        case WorkItem.Explore explore -> {
          ExplorationLoop loop =
              new ExplorationLoop(
                  explore.targets(),
                  guide,
                  queue.memory(),
                  explore.budget(),
                  limits,
                  all().discoveries(),
                  interest);
          begin(loop);
          Outcome outcome = loop.run(workers, workerFactory);
          end(outcome);
          queue.explored(explore, outcome);
        }
        case WorkItem.Confirm confirm -> queue.confirmed(confirm, replay(confirm, workerFactory));
      }
    }
    return all().tried(guide);
  }

  private Replay.Outcome replay(WorkItem.Confirm item, Supplier<? extends Worker> workerFactory)
      throws WorkQueueException {
    Job job = new Job(item.target(), item.schedule(), limits, Detail.WORDS);
    try (Worker worker = workerFactory.get()) {
      return new Replay(worker, job, item.fingerprint(), Replay::judge, this::isStopped)
          .run(REPLAYS);
    } catch (WorkerException e) {
      throw new WorkQueueException(String.valueOf(e.getMessage()), e);
    }
  }

  private synchronized void begin(ExplorationLoop loop) {
    current = Optional.of(loop);
    if (stopped) {
      loop.stop();
    }
  }

  private synchronized void end(Outcome outcome) {
    current = Optional.empty();
    all = all.plus(outcome);
  }

  private synchronized Outcome all() {
    return all;
  }

  private synchronized boolean isStopped() {
    return stopped;
  }

  /** Lets the executions that run end and starts no more. */
  public synchronized void stop() {
    stopped = true;
    current.ifPresent(ExplorationLoop::stop);
  }

  /** The result until now. */
  public synchronized Outcome soFar() {
    return current.map(loop -> all.plus(loop.outcome())).orElse(all);
  }

  /** How far it is. */
  public synchronized ProgressReport progress() {
    ProgressReport now =
        current
            .map(ExplorationLoop::progress)
            .orElseGet(() ->
                new ProgressReport(Duration.ZERO, 0, 0, 0, guide.status(), "waiting for work"));
    return new ProgressReport(
        now.elapsed().plus(all.duration()),
        now.executions() + all.executions(),
        now.findings() + all.discoveries().size(),
        now.openTargets(),
        now.status(),
        now.current());
  }
}
