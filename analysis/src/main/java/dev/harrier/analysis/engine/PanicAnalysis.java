package dev.harrier.analysis.engine;

import dev.harrier.analysis.state.PanicMoment;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.analysis.story.Report;
import dev.harrier.analysis.story.Storyteller;
import java.util.Optional;

/** A rule about panics and fatal errors that end the process. */
public interface PanicAnalysis extends Analysis {
  /**
   * @param moment the panic as it began, before anybody recovered it and panicked again
   */
  Optional<Report> explain(PanicMoment moment, ProgramState program, Storyteller story);
}
