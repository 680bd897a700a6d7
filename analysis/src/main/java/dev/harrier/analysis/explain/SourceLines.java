package dev.harrier.analysis.explain;

import java.util.List;

/** The text of source files, for fingerprints. */
public interface SourceLines {
  /** The file's lines, without line ends; empty if it can't be read. */
  List<String> of(String file);

  /** No source at hand: fingerprints then rest only on function names. */
  static SourceLines none() {
    return file -> List.of();
  }
}
