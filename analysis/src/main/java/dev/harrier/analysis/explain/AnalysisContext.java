package dev.harrier.analysis.explain;

import java.util.List;

/**
 * What an analysis must know of the run next to its trace.
 *
 * @param modules paths of the modules under test, as in their go.mod; {@code std} for Go's own
 * @param goroot the GOROOT that the program was built with, or "" if unknown
 * @param loops what the source says of loops around waits
 */
public record AnalysisContext(
    List<String> modules, String goroot, SourceLines sources, PollLoops loops) {
  public AnalysisContext {
    modules = List.copyOf(modules);
  }

  /** Where no loop is asked about, or no Go is there to read it. */
  public AnalysisContext(List<String> modules, String goroot, SourceLines sources) {
    this(modules, goroot, sources, PollLoops.none());
  }
}
