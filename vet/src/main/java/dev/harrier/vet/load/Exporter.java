package dev.harrier.vet.load;

import com.google.gson.Gson;
import dev.harrier.toolchain.tool.Children;
import dev.harrier.toolchain.tool.Command;
import dev.harrier.vet.probe.Probe;
import dev.harrier.vet.ssa.Position;
import dev.harrier.vet.ssa.Program;
import dev.harrier.vet.ssa.read.ProgramReader;
import dev.harrier.vet.ssa.read.SsaFormatException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** Runs the Go program that loads packages and writes their SSA form. */
public final class Exporter {
  private final Source source;

  /** Finds or builds the executable. */
  private interface Source {
    Path executable() throws VetException, IOException, InterruptedException;
  }

  private Exporter(Source source) {
    this.source = source;
  }

  /** Built by {@code go}, kept below {@code cache}. */
  public static Exporter builtBy(String go, Path cache) {
    return new Exporter(new ExporterBuild(go, cache)::executable);
  }

  /** An executable that is there already. */
  public static Exporter at(Path executable) {
    return new Exporter(() -> executable);
  }

  /** The {@code go} on the PATH, and the cache directory of the user. */
  public static Exporter ofUser() {
    String configured = System.getenv("XDG_CACHE_HOME");
    Path cache =
        configured == null || configured.isEmpty()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(configured);
    return builtBy("go", cache.resolve("harrier"));
  }

  /** Loads the packages of a request, with all their code. */
  public Program export(VetRequest request) throws VetException {
    return export(request, Set.of(), new CompletableFuture<>());
  }

  /**
   * Loads the packages of a request.
   *
   * @param starters what starts goroutines; only the code that closures in goroutines lead to is
   *     loaded then
   * @param ended is completed when loading is to end; that is an exception then
   * @throws VetException if the exporter cannot be built, does not start, fails, or writes a stream
   *     that is cut short or damaged
   */
  public Program export(VetRequest request, Set<String> starters, CompletableFuture<Void> ended)
      throws VetException {
    if (!Files.isDirectory(request.directory())) {
      throw new VetException("expected a directory with a Go module, found " + request.directory());
    }
    return read(
        request,
        List.of("-leads=" + request.leads(), "-starters=" + String.join(",", starters)),
        ended,
        "packages were loading",
        ProgramReader::read);
  }

  /**
   * Generates a test for each place that calls the function around it.
   *
   * @param places in files of the request's packages
   * @throws VetException as {@link #export(VetRequest)} has it
   */
  public List<GeneratedTest> tests(
      VetRequest request, List<Position> places, CompletableFuture<Void> ended)
      throws VetException {
    String lines =
        places.stream().map(at -> at.file() + ":" + at.line()).collect(Collectors.joining("\n"));
    return read(
        request,
        List.of("-calls=" + lines),
        ended,
        "tests were generated",
        out ->
            new String(out.readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .map(GeneratedTestLine::parsed)
                .toList());
  }

  /**
   * Writes concurrent tests for the packages of a request.
   *
   * @param flags which types and methods, and how many scenarios
   * @param results the file where the tests write what sequential orders return
   * @throws VetException as {@link #export(VetRequest)} has it
   */
  public List<Probe> probes(
      VetRequest request, List<String> flags, Path results, CompletableFuture<Void> ended)
      throws VetException {
    List<String> all = new ArrayList<>(List.of("-probe", "-results=" + results));
    all.addAll(flags);
    return read(
        request,
        all,
        ended,
        "tests were written",
        out ->
            new String(out.readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .map(Probe::parsed)
                .toList());
  }

  /** Takes in what the exporter writes. */
  private interface Reader<T> {
    T read(InputStream out) throws IOException, SsaFormatException;
  }

  private <T> T read(
      VetRequest request,
      List<String> flags,
      CompletableFuture<Void> ended,
      String doing,
      Reader<T> reader)
      throws VetException {
    try {
      return run(command(request, source.executable(), flags), ended, reader);
    } catch (IOException e) {
      throw new VetException("cannot run the SSA exporter: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new VetException("interrupted while " + doing, e);
    }
  }

  private static ProcessBuilder command(VetRequest request, Path executable, List<String> flags) {
    List<String> command = new ArrayList<>();
    command.add(executable.toString());
    command.add("-tests=" + request.tests());
    if (!request.tags().isEmpty()) {
      command.add("-tags=" + String.join(",", request.tags()));
    }
    command.addAll(flags);
    command.add("--");
    command.addAll(request.patterns());
    ProcessBuilder builder = new ProcessBuilder(command).directory(request.directory().toFile());
    request.goos().ifPresent(os -> builder.environment().put("GOOS", os));
    request.goarch().ifPresent(arch -> builder.environment().put("GOARCH", arch));
    return builder;
  }

  private static <T> T run(ProcessBuilder command, CompletableFuture<Void> ended, Reader<T> reader)
      throws VetException, IOException, InterruptedException {
    Children children = Children.marked(command);
    Process process = command.start();
    CompletableFuture<Void> _ = ended.thenRun(() -> children.end(process.toHandle()));
    try {
      process.getOutputStream().close();
      CompletableFuture<String> errors = Command.text(process.getErrorStream());
      try {
        T result = reader.read(new BufferedInputStream(process.getInputStream()));
        int status = process.waitFor();
        if (status != 0) {
          throw new VetException(failure(status, errors.join()));
        }
        return result;
      } catch (SsaFormatException e) {
        process.getInputStream().close();
        int status = process.waitFor();
        throw new VetException(
            status == 0
                ? "unusable output of the SSA exporter: " + e.getMessage()
                : failure(status, errors.join()),
            e);
      }
    } finally {
      if (process.isAlive() || process.exitValue() != 0 || ended.isDone()) {
        children.end(process.toHandle());
      }
    }
  }

  /** The exporter's own words if it gave up, else what became of it. */
  private static String failure(int status, String errors) {
    String text = errors.strip();
    if (status == 1 && !text.isEmpty()) {
      return text;
    }
    return "the SSA exporter ended with status "
        + status
        + " before it had written everything"
        + (text.isEmpty() ? "" : ": " + text.lines().findFirst().orElse(""));
  }

  /** A line of what the exporter writes when it generates tests. */
  private static final class GeneratedTestLine {
    private String place = "";
    private String packagePath = "";
    private String directory = "";
    private String test = "";
    private String call = "";
    private String source = "";
    private String refused = "";

    private GeneratedTestLine() {}

    static GeneratedTest parsed(String json) {
      GeneratedTestLine line = new Gson().fromJson(json, GeneratedTestLine.class);
      return line.source.isEmpty()
          ? new GeneratedTest.Refused(line.place, line.refused)
          : new GeneratedTest.Written(
              line.place, line.packagePath, line.directory, line.test, line.call, line.source);
    }
  }
}
