package dev.harrier.cli.replay;

import dev.harrier.cli.session.Installation;
import dev.harrier.explore.replay.ReplayCode;
import dev.harrier.explore.target.Target;
import java.util.ArrayList;
import java.util.List;

/** In what the code that is replayed differs from the code that a schedule was found with. */
final class Differences {
  private Differences() {}

  static List<String> between(ReplayCode code, Target target, Installation installation) {
    List<String> notes = new ArrayList<>();
    if (!code.code().isEmpty() && !code.code().equals(target.program().code())) {
      notes.add(
          "the sources of %s have changed since the finding was made; the schedule may not fit"
              .formatted(code.importPath()));
    }
    String go = installation.go().version().toString();
    if (!code.goVersion().isEmpty() && !code.goVersion().equals(go)) {
      notes.add(
          "the finding was made with Go %s, this is Go %s; the schedule may not fit"
              .formatted(code.goVersion(), go));
    }
    return notes;
  }
}
