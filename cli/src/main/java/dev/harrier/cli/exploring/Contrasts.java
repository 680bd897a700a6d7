package dev.harrier.cli.exploring;

import dev.harrier.explore.cause.ContrastSearch;
import dev.harrier.explore.execute.Limits;
import dev.harrier.explore.loop.Discovery;
import dev.harrier.explore.observe.Detail;
import dev.harrier.explore.replay.ReplayCode;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Job;
import dev.harrier.explore.worker.Worker;
import dev.harrier.explore.worker.WorkerException;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.finding.Contrast;
import dev.harrier.model.finding.Finding;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Runs without a finding, next to those that show it. */
public final class Contrasts {
  /** Of one exploration, so many findings get one. */
  private static final int MOST = 5;

  private Contrasts() {}

  /**
   * Those of the findings of an exploration that fail a run, by fingerprint, as far as there is
   * time.
   *
   * @param limits of the next execution
   * @param stop asked before each whether to leave it at that
   * @param remarks where it is said if a worker can't continue
   */
  public static Map<String, Contrast> of(
      List<Discovery> discoveries,
      ReplayCodes codes,
      Supplier<Worker> workerFactory,
      Supplier<Limits> limits,
      BooleanSupplier stop,
      Consumer<Remark> remarks) {
    Map<String, Contrast> contrasts = new HashMap<>();
    List<Discovery> some =
        discoveries.stream()
            .filter(d -> d.reported().strength().isProven() && d.proof().isPresent())
            .limit(MOST)
            .toList();
    if (some.isEmpty() || stop.getAsBoolean()) {
      return contrasts;
    }
    try (Worker worker = workerFactory.get()) {
      for (Discovery discovery : some) {
        String fingerprint = discovery.finding().fingerprint();
        Job job = new Job(discovery.target(), discovery.best(), limits.get(), Detail.OPERATIONS);
        of(worker, job, fingerprint, codes, stop).ifPresent(c -> contrasts.put(fingerprint, c));
      }
    } catch (WorkerException e) {
      remarks.accept(new Remark.Message(String.valueOf(e.getMessage())));
    }
    return contrasts;
  }

  /**
   * That of a finding.
   *
   * @param job the execution that shows it
   */
  public static Optional<Contrast> of(
      Worker worker, Job job, String fingerprint, ReplayCodes codes, BooleanSupplier stop)
      throws WorkerException {
    return new ContrastSearch(worker, job, fingerprint, stop)
        .find()
        .map(found -> contrast(found, job.target(), codes));
  }

  private static Contrast contrast(ContrastSearch.Found found, Target target, ReplayCodes codes) {
    return new Contrast(
        decision(found.decision()),
        codes.of(target, found.schedule(), ReplayCode.FAILURE).toString(),
        found.did(),
        found.chances());
  }

  /** The findings with theirs. */
  public static List<Finding> given(List<Finding> findings, Map<String, Contrast> contrasts) {
    return findings.stream()
        .map(f ->
            contrasts.containsKey(f.fingerprint())
                ? f.with(f.witness().contrasted(Optional.of(contrasts.get(f.fingerprint()))))
                : f)
        .toList();
  }

  private static Contrast.Decision decision(PlanEntry decision) {
    return switch (decision) {
      case PlanEntry.Next next -> new Contrast.Decision.RunsAnother(next.at());
      case PlanEntry.Case other -> new Contrast.Decision.TakesCase(other.chosen());
      case PlanEntry.Expiry _ -> new Contrast.Decision.FiresTimer();
      case PlanEntry.Computing computing -> new Contrast.Decision.Computes(computing.micros());
      case PlanEntry.Fault fault -> new Contrast.Decision.InjectsFault(fault.fault());
      case PlanEntry.Return _ -> new Contrast.Decision.ReturnsLate();
      case PlanEntry.Delay _, PlanEntry.Lateness _ -> new Contrast.Decision.Delays();
      case PlanEntry.AccessPoint _, PlanEntry.Alternatives _, PlanEntry.StrategyFrom _ ->
          new Contrast.Decision.SwitchesAtAccess();
      case PlanEntry.Preference _, PlanEntry.Patience _, PlanEntry.InjectedDelay _ ->
          new Contrast.Decision.PrefersCase();
    };
  }
}
