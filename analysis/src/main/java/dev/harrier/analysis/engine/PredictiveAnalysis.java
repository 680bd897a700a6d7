package dev.harrier.analysis.engine;

import dev.harrier.analysis.predict.Foreseen;
import dev.harrier.analysis.story.Report;
import dev.harrier.analysis.story.Storyteller;
import dev.harrier.analysis.world.World;
import java.util.List;

/** A rule about what did not happen and could have. */
public interface PredictiveAnalysis extends Analysis {
  /**
   * Tells what was foreseen, after the whole trace.
   *
   * @param world as it is at the end of the trace
   */
  List<Report> explain(Foreseen foreseen, World world, Storyteller story);
}
