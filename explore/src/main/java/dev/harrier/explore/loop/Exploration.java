package dev.harrier.explore.loop;

import dev.harrier.explore.execute.Limits;
import dev.harrier.explore.guide.Guide;
import dev.harrier.explore.replay.Replay;
import dev.harrier.explore.worker.Job;
import dev.harrier.explore.worker.Worker;
import dev.harrier.explore.worker.WorkerException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Takes turns of an engine until there are none: on one machine as on one of many. */
public final class Exploration {
  /** So often a finding of another worker is replayed. */
  private static final int REPLAYS = 3;

  private final WorkQueue engine;
  private final Guide guide;
  private final Limits limits;
  private Outcome all = Outcome.NONE;
  private Optional<ExplorationLoop> current = Optional.empty();
  private boolean stopped;

  /**
   * @param guide learns from all turns
   */
  public Exploration(WorkQueue engine, Guide guide, Limits limits) {
    this.engine = engine;
    this.guide = guide;
    this.limits = limits;
  }

  /**
   * Explores until the engine has nothing more, or {@link #stop} is called.
   *
   * @param workers how many executions at once
   * @param hire makes a worker
   */
  public Outcome run(int workers, Supplier<? extends Worker> hire)
      throws WorkQueueException, InterruptedException {
    while (!isStopped() && !guide.isSatisfied()) {
      Optional<WorkItem> turn = engine.next();
      if (turn.isEmpty()) {
        break;
      }
      switch (turn.get()) {
        case WorkItem.Explore explore -> {
          ExplorationLoop campaign =
              new ExplorationLoop(
                  explore.targets(),
                  guide,
                  engine.memory(),
                  explore.budget(),
                  limits,
                  all().discoveries());
          begin(campaign);
          Outcome outcome = campaign.run(workers, hire);
          end(outcome);
          engine.explored(explore, outcome);
        }
        case WorkItem.Confirm confirm -> engine.confirmed(confirm, replay(confirm, hire));
      }
    }
    return all().tried(guide);
  }

  private Replay.Outcome replay(WorkItem.Confirm turn, Supplier<? extends Worker> hire)
      throws WorkQueueException {
    Job job = new Job(turn.target(), turn.schedule(), limits, true);
    try (Worker worker = hire.get()) {
      return new Replay(worker, job, turn.fingerprint(), Replay::judge, this::isStopped)
          .run(REPLAYS);
    } catch (WorkerException e) {
      throw new WorkQueueException(String.valueOf(e.getMessage()), e);
    }
  }

  private synchronized void begin(ExplorationLoop campaign) {
    current = Optional.of(campaign);
    if (stopped) {
      campaign.stop();
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

  /** Lets the executions that run come to their end and starts no more. */
  public synchronized void stop() {
    stopped = true;
    current.ifPresent(ExplorationLoop::stop);
  }

  /** What it came to until now. */
  public synchronized Outcome soFar() {
    return current.map(campaign -> all.plus(campaign.outcome())).orElse(all);
  }

  /** How far it is. */
  public synchronized Progress progress() {
    Progress now =
        current
            .map(ExplorationLoop::progress)
            .orElseGet(
                () -> new Progress(Duration.ZERO, 0, 0, 0, guide.status(), "waiting for work"));
    return new Progress(
        now.elapsed().plus(all.duration()),
        now.executions() + all.executions(),
        now.findings() + all.discoveries().size(),
        now.openTargets(),
        now.status(),
        now.current());
  }
}
