package dev.harrier.analysis.engine;

import dev.harrier.analysis.explain.Draft;
import dev.harrier.analysis.explain.Explainer;
import dev.harrier.analysis.state.PanicMoment;
import dev.harrier.analysis.state.ProgramState;
import java.util.Optional;

/** A rule about panics and fatal errors that end the process. */
public interface PanicAnalysis extends Analysis {
  /**
   * @param moment the panic as it began, before anybody recovered it and panicked again
   */
  Optional<Draft> explain(PanicMoment moment, ProgramState program, Explainer explainer);
}
