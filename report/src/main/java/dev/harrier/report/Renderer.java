package dev.harrier.report;

import java.io.IOException;

/** One output format. */
public interface Renderer {
  /**
   * Writes the whole report, up to and including its last line break.
   *
   * @throws IOException if {@code out} can't take it
   */
  void render(RunReport report, Appendable out) throws IOException;
}
