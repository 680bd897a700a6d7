package dev.harrier.analysis.explain;

import java.util.List;

/**
 * What an analysis must know of the run beside its trace.
 *
 * @param modules paths of the modules under test, as in their go.mod; {@code std} for Go's own
 * @param goroot the GOROOT that the program was built with, or "" if unknown
 */
public record AnalysisContext(List<String> modules, String goroot, SourceLines sources) {
  public AnalysisContext {
    modules = List.copyOf(modules);
  }
}
