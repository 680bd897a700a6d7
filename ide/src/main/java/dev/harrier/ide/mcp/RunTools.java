package dev.harrier.ide.mcp;

import dev.harrier.ide.launch.CommandResult;
import dev.harrier.ide.launch.Launcher;
import dev.harrier.report.RunReport;
import dev.harrier.report.words.GapWords;
import dev.harrier.report.words.Remarks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** The tools that run a command of Harrier. */
final class RunTools {
  /** Of what a failed run printed, an answer has so many last lines. */
  private static final int LINES_SHOWN = 60;

  private final Path start;
  private final Launcher launcher;
  private final ReentrantLock oneAtATime = new ReentrantLock(true);

  RunTools(Path start, Launcher launcher) {
    this.start = start;
    this.launcher = launcher;
  }

  /** A command that made a report. */
  record Ran(CommandResult result, RunReport report) {}

  Answer test(Arguments arguments, Consumer<String> said)
      throws ToolCallException, IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("test"));
    add(words, "-run", arguments.text("run"));
    if (arguments.isOn("race")) {
      words.add("-race");
    }
    if (arguments.isOn("short")) {
      words.add("-short");
    }
    arguments.number("timeout_seconds").ifPresent(n -> words.add("-timeout=" + n + "s"));
    return answer(run(arguments, packages(words, arguments), said));
  }

  Answer explore(Arguments arguments, Consumer<String> said)
      throws ToolCallException, IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("fuzz"));
    add(words, "-run", arguments.text("run"));
    words.add("-time=" + arguments.number("seconds").orElse(30L) + "s");
    arguments.number("executions_per_test").ifPresent(n -> words.add("-per-test=" + n));
    if (arguments.isOn("races")) {
      words.add("-races=all");
    }
    if (arguments.isOn("first")) {
      words.add("-first");
    }
    return answer(run(arguments, packages(words, arguments), said));
  }

  Answer probe(Arguments arguments, Consumer<String> said)
      throws ToolCallException, IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("probe"));
    add(words, "-type", arguments.text("type"));
    add(words, "-func", arguments.text("func"));
    words.add("-time=" + arguments.number("seconds").orElse(60L) + "s");
    return answer(run(arguments, packages(words, arguments), said));
  }

  Answer vet(Arguments arguments, Consumer<String> said)
      throws ToolCallException, IOException, InterruptedException {
    return answer(run(arguments, packages(new ArrayList<>(List.of("vet")), arguments), said));
  }

  Answer replay(Arguments arguments, Consumer<String> said)
      throws ToolCallException, IOException, InterruptedException {
    List<String> words =
        List.of(
            "replay",
            "-n",
            String.valueOf(arguments.number("count").orElse(10L)),
            "--",
            arguments.required("finding"));
    return answer(run(arguments, words, said));
  }

  private static void add(List<String> words, String flag, Optional<String> value) {
    value.ifPresent(v -> words.add(flag + "=" + v));
  }

  private static List<String> packages(List<String> words, Arguments arguments)
      throws ToolCallException {
    List<String> packages = arguments.texts("packages");
    for (String pattern : packages) {
      if (pattern.startsWith("-")) {
        throw new ToolCallException("'%s' is not a package pattern".formatted(pattern));
      }
    }
    words.addAll(packages.isEmpty() ? List.of("./...") : packages);
    return words;
  }

  /** Runs a command where a call says, and waits for its report. */
  Ran run(Arguments arguments, List<String> words, Consumer<String> said)
      throws ToolCallException, IOException, InterruptedException {
    Path directory = arguments.directory(start);
    oneAtATime.lockInterruptibly();
    try {
      CommandResult result = launcher.start(directory, words, said).await();
      return new Ran(
          result, result.report().orElseThrow(() -> new ToolCallException(result.failure())));
    } finally {
      oneAtATime.unlock();
    }
  }

  private static Answer answer(Ran ran) throws IOException {
    RunReport report = ran.report();
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("run", report.run().id().value());
    data.put("command", String.join(" ", report.run().command()));
    data.put("status", ran.result().status());
    data.put("meaning", meaning(ran.result().status()));
    data.put(
        "findings", report.findings().stream().map(f -> FindingData.brief(report, f)).toList());
    data.put("notes", report.run().ending().map(Remarks::of).orElse(List.of()));
    data.put("incomplete", report.run().ending().map(GapWords::of).orElse(List.of()));
    String text = FindingData.text(report);
    if (ran.result().status() == 3) {
      List<String> lines = ran.result().said();
      List<String> last = lines.subList(Math.max(0, lines.size() - LINES_SHOWN), lines.size());
      data.put("output", String.join("\n", last));
      text += "\n" + String.join("\n", last);
    }
    return new Answer(data, text);
  }

  /** As {@code docs/exit-status.md} has it. */
  private static String meaning(int status) {
    return switch (status) {
      case 0 -> "nothing found, and the program passed";
      case 1 -> "findings";
      case 3 -> "the program does not build, or fails without a finding";
      case 130 -> "interrupted before anything was found";
      default -> "Harrier failed, or did not look at a whole process, test or shard";
    };
  }
}
