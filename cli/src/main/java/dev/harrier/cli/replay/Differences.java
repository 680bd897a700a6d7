package dev.harrier.cli.replay;

import dev.harrier.cli.gocommand.Installation;
import dev.harrier.explore.replay.ReplayCode;
import dev.harrier.explore.target.Target;
import dev.harrier.model.ending.Remark;
import java.util.ArrayList;
import java.util.List;

/** In what the code that is replayed differs from the code that a schedule was found with. */
final class Differences {
  private Differences() {}

  static List<Remark> between(ReplayCode code, Target target, Installation installation) {
    List<Remark> remarks = new ArrayList<>();
    if (!code.code().isEmpty() && !code.code().equals(target.program().code())) {
      remarks.add(new Remark.OtherSources(code.importPath()));
    }
    String go = installation.go().version().toString();
    if (!code.goVersion().isEmpty() && !code.goVersion().equals(go)) {
      remarks.add(new Remark.OtherGo(code.goVersion(), go));
    }
    return remarks;
  }
}
