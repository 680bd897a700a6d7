package dev.harrier.cli.checkfix;

import dev.harrier.cli.exploring.ReplayBuild;
import dev.harrier.cli.git.GitException;
import dev.harrier.cli.process.UserError;
import dev.harrier.explore.execute.Watch;
import dev.harrier.explore.replay.ReplayCode;
import dev.harrier.explore.target.Program;
import dev.harrier.explore.target.Target;
import dev.harrier.report.store.RunDirectory;
import dev.harrier.report.store.StoreException;
import dev.harrier.toolchain.driver.ToolchainException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The programs of tests before a change: as the store keeps them, or built from a commit. */
final class FormerPrograms {
  private final KeptPrograms kept;
  private final ReplayCode code;
  private final RunDirectory run;
  private final Optional<String> base;
  private final Optional<String> found;
  private final Sources now;
  private final Sources.Checkouts checkouts;
  private final Function<Sources, ReplayBuild> builds;
  private final Watch watch;
  private final Map<String, Optional<Program>> programs = new HashMap<>();

  /**
   * @param code how the finding was made
   * @param run where programs are kept
   * @param base the commit before the change, if the user named one
   * @param found the commit that the finding was found in, if that is known
   * @param now the sources of the user
   * @param builds builds what replay strings name
   */
  FormerPrograms(
      KeptPrograms kept,
      ReplayCode code,
      RunDirectory run,
      Optional<String> base,
      Optional<String> found,
      Sources now,
      Sources.Checkouts checkouts,
      Function<Sources, ReplayBuild> builds,
      Watch watch) {
    this.kept = kept;
    this.code = code;
    this.run = run;
    this.base = base;
    this.found = found;
    this.now = now;
    this.checkouts = checkouts;
    this.builds = builds;
    this.watch = watch;
  }

  /** The same target before the change; empty if its program can't be had. */
  Optional<Target> of(Target after)
      throws UserError, ToolchainException, StoreException, GitException, IOException {
    String path = after.program().importPath();
    if (!programs.containsKey(path)) {
      programs.put(path, program(after));
    }
    return programs.getOrDefault(path, Optional.empty()).map(program -> with(after, program));
  }

  private Optional<Program> program(Target after)
      throws UserError, ToolchainException, StoreException, GitException, IOException {
    boolean own = after.program().importPath().equals(code.importPath());
    if (own && base.isEmpty()) {
      Optional<Program> stored = kept.before(after.program(), run);
      if (stored.isPresent()) {
        return stored;
      }
    }
    Optional<String> commit = base.or(() -> found);
    if (commit.isEmpty()) {
      return Optional.empty();
    }
    Sources before = checkouts.of(now, commit.get());
    RunDirectory directory = new RunDirectory(run.id(), run.path().resolve("former"));
    ReplayBuild.Built built =
        builds.apply(before).target(of(after.program(), after.name()), directory, watch);
    return built instanceof ReplayBuild.Built.Ready(Target target)
        ? Optional.of(kept.keep(target.program().executable(), after.program(), run))
        : Optional.empty();
  }

  private ReplayCode of(Program program, String test) {
    return new ReplayCode(
        program.importPath(),
        test,
        "",
        code.build(),
        code.arguments(),
        "",
        code.goVersion(),
        code.hooks(),
        code.schedule(),
        code.fingerprint());
  }

  private static Target with(Target target, Program program) {
    return switch (target) {
      case Target.OneTest test ->
          new Target.OneTest(program, test.test(), test.below(), test.flags());
      case Target.Main main -> new Target.Main(program, main.arguments());
    };
  }
}
