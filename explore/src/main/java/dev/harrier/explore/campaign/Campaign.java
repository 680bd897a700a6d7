package dev.harrier.explore.campaign;

import dev.harrier.explore.execute.Exit;
import dev.harrier.explore.execute.Limits;
import dev.harrier.explore.guide.Guide;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Job;
import dev.harrier.explore.worker.Result;
import dev.harrier.explore.worker.Worker;
import dev.harrier.explore.worker.WorkerException;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Strength;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** One exploration of a list of targets. */
public final class Campaign {
  private final List<TargetState> targets;
  private final Guide guide;
  private final Budget budget;
  private final Limits limits;
  private final Map<String, Discovery> discoveries = new LinkedHashMap<>();
  private final Map<String, Finding> suspicious = new LinkedHashMap<>();
  private final List<String> troubles = new ArrayList<>();
  private long start;
  private long taken;
  private long executions;
  private long processes;
  private long events;
  private int turn;
  private boolean stopped;
  private String current = "";

  public Campaign(List<Target> targets, Guide guide, Budget budget, Limits limits) {
    this.targets = targets.stream().map(TargetState::new).toList();
    this.guide = guide;
    this.budget = budget;
    this.limits = limits;
  }

  /**
   * Explores until the budget is spent or {@link #stop} is called.
   *
   * @param workers how many at once
   * @param hire makes a worker
   */
  public Outcome run(int workers, Supplier<? extends Worker> hire) throws InterruptedException {
    start = System.nanoTime();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      threads.add(Thread.ofPlatform().name("worker-" + i).start(() -> work(hire)));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    return outcome();
  }

  /** Lets the executions that run come to their end and starts no more. */
  public synchronized void stop() {
    stopped = true;
  }

  /** How far it is. */
  public synchronized Progress progress() {
    int open = (int) targets.stream().filter(TargetState::isOpen).count();
    return new Progress(elapsed(), executions, discoveries.size(), open, current);
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - start);
  }

  private record Assignment(TargetState state, int index, Job job) {}

  private void work(Supplier<? extends Worker> hire) {
    try (Worker worker = hire.get()) {
      for (Optional<Assignment> next = next(); next.isPresent(); next = next()) {
        Assignment assignment = next.get();
        try {
          learn(assignment, worker.run(assignment.job));
        } catch (WorkerException e) {
          giveUp(assignment.state, String.valueOf(e.getMessage()));
        }
      }
    }
  }

  private synchronized Optional<Assignment> next() {
    if (stopped || taken >= budget.executions() || elapsed().compareTo(budget.time()) >= 0) {
      return Optional.empty();
    }
    for (int i = 0; i < targets.size(); i++) {
      TargetState state = targets.get(turn++ % targets.size());
      if (state.isOpen() && state.started() < budget.perTarget()) {
        taken++;
        int index = state.take();
        current = state.target().shown();
        Schedule schedule = guide.next(state.target(), index, state.length());
        return Optional.of(new Assignment(state, index, new Job(state.target(), schedule, limits)));
      }
    }
    return Optional.empty();
  }

  private synchronized void giveUp(TargetState state, String why) {
    state.giveUp(why);
    troubles.add(why);
  }

  private synchronized void learn(Assignment assignment, Result result) {
    if (result.exit() instanceof Exit.Cancelled) {
      stopped = true;
      return;
    }
    executions++;
    processes += result.processes();
    events += result.events();
    assignment.state.learn(result);
    guide.learn(assignment.job.target(), assignment.job.schedule(), result);
    stopped |= guide.isSatisfied();
    for (Finding finding : result.findings()) {
      if (finding.strength() == Strength.SUSPICIOUS) {
        suspicious.putIfAbsent(finding.fingerprint(), finding);
      } else {
        discoveries.putIfAbsent(
            finding.fingerprint(),
            new Discovery(
                finding,
                assignment.job.target(),
                assignment.job.schedule(),
                assignment.index + 1L));
        stopped |= budget.firstFinding();
      }
    }
  }

  private synchronized Outcome outcome() {
    return new Outcome(
        elapsed(),
        executions,
        processes,
        events,
        List.copyOf(discoveries.values()),
        suspicious.values().stream()
            .filter(f -> !discoveries.containsKey(f.fingerprint()))
            .toList(),
        targets.stream().map(TargetState::note).filter(note -> !note.isEmpty()).toList(),
        troubles,
        targets.stream()
            .filter(TargetState::alwaysFails)
            .map(state -> state.target().shown())
            .toList());
  }
}
