package dev.harrier.cli.replay;

import dev.harrier.base.process.Executables;
import dev.harrier.cli.exploring.Workers;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ExitStatus;
import dev.harrier.cli.process.UserError;
import dev.harrier.explore.replay.ReplayCode;
import dev.harrier.explore.schedule.PlanText;
import dev.harrier.explore.target.Program;
import dev.harrier.explore.worker.Job;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Location;
import dev.harrier.report.RunId;
import dev.harrier.report.store.RunDirectory;
import dev.harrier.report.store.RunStore;
import dev.harrier.report.store.StoreException;
import dev.harrier.toolchain.run.TestRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Runs a schedule under the debugger Delve, which stops where the finding is. */
final class Delve {
  /** A stored finding may be another's, and each line of a script is a command of the debugger. */
  private static final Pattern PLAIN = Pattern.compile("[^\\p{Cntrl}\\s]+");

  private final CommandContext context;
  private final RunStore store;
  private final ReplayCode code;

  Delve(CommandContext context, RunStore store, ReplayCode code) {
    this.context = context;
    this.store = store;
    this.code = code;
  }

  /** Hands the terminal to the debugger until that ends. */
  ExitStatus run(Job job, RunDirectory directory) throws UserError, StoreException, IOException {
    Path dlv =
        Executables.onPath("dlv", context.environment())
            .orElseThrow(() ->
                UserError.usage(
                    "-dlv needs Delve, and there is no dlv on PATH. Get it with:"
                        + " go install github.com/go-delve/delve/cmd/dlv@latest"));
    Path plan = directory.path().resolve("plan");
    Files.writeString(
        plan,
        PlanText.lines(
            job.schedule().plan(),
            false,
            Workers.symbols(job.target().program().executable())::textOffset));
    Path script = directory.path().resolve("dlv.txt");
    Files.writeString(script, script());
    Program program = job.target().program();
    List<String> command =
        new ArrayList<>(
            List.of(
                dlv.toString(),
                "exec",
                "--allow-non-terminal-interactive=true",
                "--init=" + script,
                program.executable().toString(),
                "--"));
    command.addAll(job.target().arguments());
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(program.directory().toFile()).inheritIO();
    builder.environment().clear();
    builder.environment().putAll(program.environment());
    builder.environment().put(TestRun.TRACE, directory.traces().toString());
    builder.environment().putAll(job.schedule().environment(plan, false));
    try {
      int status = builder.start().waitFor();
      return status == 0 ? ExitStatus.NOTHING_FOUND : ExitStatus.TARGET_FAILED;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitStatus.INTERRUPTED;
    }
  }

  /** Stops at the line of the finding, where that is known, and for any panic, as Delve does. */
  private String script() throws StoreException {
    return location()
        .filter(l -> PLAIN.matcher(l.file()).matches())
        .map(l -> "break harrier %s:%d\ncontinue\n".formatted(l.file(), l.line()))
        .orElse("continue\n");
  }

  private Optional<Location> location() throws StoreException {
    for (RunId run : store.list()) {
      try {
        for (Finding finding : store.read(run).findings()) {
          if (finding.fingerprint().equals(code.fingerprint())) {
            return Optional.of(finding.location());
          }
        }
      } catch (StoreException.Unreadable e) {
        // A run that was cut short: another may know.
      }
    }
    return Optional.empty();
  }
}
