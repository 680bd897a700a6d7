package dev.harrier.analysis.engine;

import dev.harrier.analysis.predict.Predictions;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.analysis.story.Report;
import dev.harrier.analysis.story.Storyteller;
import java.util.List;

/** A rule about what did not happen and could have. */
public interface PredictiveAnalysis extends Analysis {
  /**
   * Tells what was predictions, after the whole trace.
   *
   * @param program as it is at the end of the trace
   */
  List<Report> explain(Predictions predictions, ProgramState program, Storyteller story);
}
