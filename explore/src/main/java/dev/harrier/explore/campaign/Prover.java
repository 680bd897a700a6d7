package dev.harrier.explore.campaign;

import dev.harrier.explore.minimise.Minimised;
import dev.harrier.explore.minimise.Minimiser;
import dev.harrier.explore.replay.Replay;
import dev.harrier.explore.worker.Job;
import dev.harrier.explore.worker.Result;
import dev.harrier.explore.worker.Worker;
import dev.harrier.explore.worker.WorkerException;
import java.util.function.BooleanSupplier;

/** Simplifies the schedule of a discovery and measures how reliably it shows the finding. */
final class Prover {
  private final int attempts;
  private final int replays;
  private final BooleanSupplier stop;

  /**
   * @param attempts executions that simplifying one schedule may take
   * @param replays that measure the result
   */
  Prover(int attempts, int replays, BooleanSupplier stop) {
    this.attempts = attempts;
    this.replays = replays;
    this.stop = stop;
  }

  Proof prove(Worker worker, Job job, Result result, String fingerprint) throws WorkerException {
    Minimised minimised = minimise(worker, job, result, fingerprint);
    Replay.Outcome replay =
        new Replay(
                worker,
                new Job(job.target(), minimised.schedule(), job.limits(), true),
                fingerprint,
                stop)
            .run(replays);
    return new Proof(
        minimised.schedule(),
        minimised.decisions(),
        minimised.executions() + replay.runs(),
        replay.shown(),
        replay.runs(),
        replay.finding());
  }

  private Minimised minimise(Worker worker, Job job, Result result, String fingerprint)
      throws WorkerException {
    return attempts == 0
        ? new Minimised(job.schedule(), result.choices().size(), 0)
        : new Minimiser(worker, job, fingerprint, attempts, stop).minimise(result.choices());
  }
}
