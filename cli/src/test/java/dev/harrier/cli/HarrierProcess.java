package dev.harrier.cli;

import dev.harrier.base.file.Trees;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ShutdownHandler;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Harrier as a process of its own, with the classes under test and the options that the launcher
 * gives to Java.
 */
final class HarrierProcess {
  private static final Path LAUNCHER = Path.of("src", "main", "launcher").toAbsolutePath();

  static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();

  /** Those that the launcher gives to Java for every command. */
  static final String OPTIONS = options("jvm.options");

  /** The options that the launcher adds for some commands. */
  private static final Map<String, String> ADDED = added();

  private final Path directory;
  private final Map<String, String> environment = new HashMap<>(System.getenv());

  HarrierProcess(Path directory) {
    this.directory = directory;
    environment.put("XDG_CONFIG_HOME", CONFIGURATION.toString());
    environment.putIfAbsent("HARRIER_PROGRESS", "off");
  }

  /** Not the user's own: the keys of all campaigns of a test are there. */
  private static final Path CONFIGURATION = configuration();

  private static Path configuration() {
    try {
      Path made = Files.createTempDirectory("harrier-configuration");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> deleted(made)));
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void deleted(Path tree) {
    try {
      Trees.delete(tree);
    } catch (IOException e) {
      // It is in the directory of temporary files.
    }
  }

  /** How it ended. */
  record Result(int status, String out, String err) {}

  HarrierProcess with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  Result run(String... arguments) throws IOException, InterruptedException {
    Path out = Files.createTempFile("harrier", ".out");
    Path err = Files.createTempFile("harrier", ".err");
    try {
      Process process = start(out, err, arguments);
      process.getOutputStream().close();
      if (!process.waitFor(15, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        throw new AssertionError("harrier hangs; so far: " + Files.readString(out));
      }
      return new Result(process.exitValue(), Files.readString(out), Files.readString(err));
    } finally {
      Files.deleteIfExists(out);
      Files.deleteIfExists(err);
    }
  }

  /**
   * What {@link #run} does, in this process: Java need not start, and what one command has compiled
   * the next one finds. For what a command says and writes; how a process begins and ends is tried
   * with one.
   */
  Result call(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    DirectoryOption start = DirectoryOption.of(directory, arguments);
    CommandContext context =
        new CommandContext(
            start.directory(),
            Map.copyOf(environment),
            new PrintStream(out, false, StandardCharsets.UTF_8),
            new PrintStream(err, false, StandardCharsets.UTF_8),
            false,
            false);
    int status = Main.run(start, context, new ShutdownHandler());
    context.output().flush();
    context.errors().flush();
    return new Result(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** What it says if it was asked to end and had no time for its report, as on a busy machine. */
  static final String CUT_OFF = "harrier: ended after five seconds";

  /** Whether it takes SIGINT, which a job in the background of a shell ignores. */
  static boolean isInterruptible(Process process) throws IOException {
    long ignored =
        Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .mapToLong(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
            .findFirst()
            .orElseThrow();
    return (ignored & 1 << 1) == 0;
  }

  /** What starts it. */
  static List<String> words(String... arguments) {
    List<String> command = new ArrayList<>(List.of(JAVA, OPTIONS));
    String added = arguments.length == 0 ? null : ADDED.get(arguments[0]);
    if (added != null) {
      command.add(added);
    }
    // A process of a test is over before the optimizing compiler has paid.
    command.add("-XX:TieredStopAtLevel=1");
    command.addAll(KeptClasses.OPTIONS);
    command.add(Main.class.getName());
    command.addAll(List.of(arguments));
    return command;
  }

  private static String options(String name) {
    return "@" + LAUNCHER.resolve(name);
  }

  private static Map<String, String> added() {
    try (Stream<String> lines = Files.lines(LAUNCHER.resolve("commands"))) {
      return lines
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split(" +"))
          .filter(words -> !words[1].equals("-"))
          .collect(Collectors.toMap(words -> words[0], words -> options(words[1])));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Process start(Path out, Path err, String... arguments) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(words(arguments)).directory(directory.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    return builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
  }
}
