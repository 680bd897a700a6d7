package dev.harrier.analysis.engine;

import dev.harrier.analysis.explain.Draft;
import dev.harrier.analysis.explain.Explainer;
import dev.harrier.analysis.state.PanicMoment;
import dev.harrier.analysis.state.ProgramState;
import java.util.Optional;

/** A rule about panics, and about fatal errors that end the process. */
public interface PanicAnalysis extends Analysis {
  /** Whether a panic that was recovered is reported as well: the mistake was made all the same. */
  default boolean reportsRecovered() {
    return true;
  }

  /**
   * @param moment the panic as it began, before it was recovered and raised again
   */
  Optional<Draft> explain(PanicMoment moment, ProgramState program, Explainer explainer);
}
