package dev.harrier.analysis.engine;

import dev.harrier.analysis.story.Report;
import dev.harrier.analysis.story.Storyteller;
import dev.harrier.analysis.world.PanicMoment;
import dev.harrier.analysis.world.World;
import java.util.Optional;

/** A rule about panics and fatal errors that end the process. */
public interface PanicAnalysis extends Analysis {
  /**
   * @param moment the panic as it began, before anybody recovered it and panicked again
   */
  Optional<Report> explain(PanicMoment moment, World world, Storyteller story);
}
