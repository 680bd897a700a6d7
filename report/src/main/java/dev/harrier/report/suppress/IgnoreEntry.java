package dev.harrier.report.suppress;

import dev.harrier.model.finding.Finding;
import dev.harrier.report.SourcePaths;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An {@code [[ignore]]} table of {@code .harrier.toml}.
 *
 * @param path matches files relative to {@code module}
 * @param function matches whole function names
 */
record IgnoreEntry(
    String file,
    int line,
    String rule,
    String reason,
    Path module,
    Optional<PathMatcher> path,
    Optional<Pattern> function)
    implements Suppression {

  /** A glob in which {@code **} crosses directories. */
  static PathMatcher pathGlob(String glob) {
    return FileSystems.getDefault().getPathMatcher("glob:" + glob);
  }

  /** A glob in which {@code *} stands for any characters and all others for themselves. */
  static Pattern functionGlob(String glob) {
    return Pattern.compile(Pattern.quote(glob).replace("*", "\\E.*\\Q"), Pattern.DOTALL);
  }

  @Override
  public String words() {
    return "[[ignore]]" + (rule.isEmpty() ? "" : " of " + rule);
  }

  @Override
  public boolean covers(Finding finding) {
    Optional<Path> source = SourcePaths.path(finding.location().file());
    boolean here =
        path.isEmpty()
            || source
                .filter(file -> file.startsWith(module))
                .filter(file -> path.get().matches(module.relativize(file)))
                .isPresent();
    return here
        && (function.isEmpty() || function.get().matcher(finding.location().function()).matches());
  }
}
