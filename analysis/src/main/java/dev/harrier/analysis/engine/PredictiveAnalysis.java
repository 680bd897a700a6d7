package dev.harrier.analysis.engine;

import dev.harrier.analysis.explain.Draft;
import dev.harrier.analysis.explain.Explainer;
import dev.harrier.analysis.predict.Predictions;
import dev.harrier.analysis.state.ProgramState;
import java.util.List;

/** A rule about what did not happen and could have. */
public interface PredictiveAnalysis extends Analysis {
  /**
   * Reports what were predictions, after the whole trace.
   *
   * @param program as it is at the end of the trace
   */
  List<Draft> explain(Predictions predictions, ProgramState program, Explainer explainer);
}
