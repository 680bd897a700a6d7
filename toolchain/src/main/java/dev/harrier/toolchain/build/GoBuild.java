package dev.harrier.toolchain.build;

import dev.harrier.base.file.Trees;
import dev.harrier.model.ending.Remark;
import dev.harrier.toolchain.driver.FlagValue;
import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.patch.UserOverlay;
import dev.harrier.toolchain.tool.Children;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;

/**
 * Builds the programs of one directory with one overlay and the user's flags.
 *
 * <p>A program that does not build as it should is tried with less instrumentation, and a remark
 * says what it is explored without: first without accesses in the packages that the compiler
 * complained of, then with the next one in the list.
 */
public final class GoBuild implements PackageBuilder {
  /** Where the compiler and the importer point: such a line is about code, not arguments. */
  private static final Pattern IN_CODE = Pattern.compile("(?m)^\\S+\\.go:\\d+");

  /** What go writes above the messages about a package; its variant for a test follows. */
  private static final Pattern COMPLAINT = Pattern.compile("(?m)^# (\\S+)( \\[.*)?$");

  /**
   * As {@code go test} links what it runs itself; that is a third of the linker's time. Nothing
   * that Harrier says of a test comes from these sections.
   */
  private static final String WITHOUT_DWARF = "-ldflags=-w";

  private final GoToolchain go;
  private final List<Instrumentation> instrumentations;
  private final Path directory;
  private final List<String> flags;
  private final Optional<UserOverlay> files;
  private volatile Optional<Runnable> running = Optional.empty();
  private volatile boolean canceled;
  private final List<Remark> remarks = new ArrayList<>();
  private final List<String> unlisted = new ArrayList<>();

  /**
   * @param instrumentations the first that works is taken; not empty
   * @param directory where patterns and relative paths begin
   * @param flags of {@code go build}: {@code -race}, {@code -tags=...}
   */
  public GoBuild(
      GoToolchain go, List<Instrumentation> instrumentations, Path directory, List<String> flags) {
    this(go, instrumentations, directory, flags, Optional.empty());
  }

  /**
   * The same, for a user who has an overlay.
   *
   * @param files the user's overlay; it is in those of the instrumentations, too
   */
  public GoBuild(
      GoToolchain go,
      List<Instrumentation> instrumentations,
      Path directory,
      List<String> flags,
      Optional<UserOverlay> files) {
    this.files = files;
    this.go = go;
    this.instrumentations = List.copyOf(instrumentations);
    this.directory = directory;
    this.flags = List.copyOf(flags);
  }

  @Override
  public List<GoPackage> packages(List<String> patterns)
      throws BuildException, ToolchainException, IOException {
    Answer answer = list(patterns, List.of());
    if (canceled) {
      return List.of(); // What ended go says nothing of the packages.
    }
    if (answer.isGood()) {
      if (answer.output.isBlank()) {
        throw new ToolchainException("no packages match " + String.join(" ", patterns));
      }
      PackageList.Listing listing = parsed(answer);
      unlisted.addAll(listing.complaints());
      return listing.packages();
    }
    String complaint = answer.errors.strip();
    if (!IN_CODE.matcher(complaint).find()) {
      throw new ToolchainException("nothing to run: " + complaint);
    }
    List<GoPackage> loaded = parsed(list(patterns, List.of("-e"))).packages();
    if (loaded.isEmpty()) {
      throw new BuildException(complaint);
    }
    unlisted.add(complaint);
    return loaded;
  }

  private Answer list(List<String> patterns, List<String> more)
      throws ToolchainException, IOException {
    List<String> command = new ArrayList<>(List.of("list", "-json=" + PackageList.FIELDS));
    command.addAll(more);
    files.ifPresent(overlay -> command.add("-overlay=" + overlay.file()));
    command.addAll(flags);
    command.add("--");
    command.addAll(patterns);
    return ask(command);
  }

  private PackageList.Listing parsed(Answer answer) throws IOException {
    return PackageList.parse(answer.output, files.map(UserOverlay::replace).orElse(Map.of()));
  }

  @Override
  public List<String> unlisted() {
    return List.copyOf(unlisted);
  }

  @Override
  public void test(GoPackage target, Path executable)
      throws BuildException, ToolchainException, IOException {
    build(target, executable, testing());
  }

  private List<String> testing() throws ToolchainException, IOException {
    List<String> verb = new ArrayList<>(List.of("test", "-c", "-vet=off"));
    if (FlagValue.given(go, "ldflags", flags).isEmpty()) {
      verb.add(WITHOUT_DWARF);
    }
    return verb;
  }

  @Override
  public Set<GoPackage> tests(Map<GoPackage, Path> executables)
      throws ToolchainException, IOException {
    Map<String, GoPackage> byName = new LinkedHashMap<>();
    executables.keySet().forEach(one -> byName.putIfAbsent(testBinary(one.importPath()), one));
    if (byName.size() < 2) {
      return Set.of();
    }
    Path beside = executables.values().iterator().next().toAbsolutePath().getParent();
    Path made = Files.createTempDirectory(beside, "tests");
    try {
      Set<GoPackage> built = new LinkedHashSet<>();
      List<String> command =
          command(
              byName.values().stream().map(GoPackage::importPath).toList(),
              made + "/",
              testing(),
              with(instrumentations.getFirst()));
      Answer _ = ask(command); // where some fail, go makes the others
      if (canceled) {
        return Set.of(); // one may be half written
      }
      for (Map.Entry<String, GoPackage> one : byName.entrySet()) {
        Path file = made.resolve(one.getKey());
        if (Files.exists(file)) {
          Files.move(file, executables.get(one.getValue()), StandardCopyOption.REPLACE_EXISTING);
          built.add(one.getValue());
        }
      }
      return built;
    } finally {
      Trees.delete(made);
    }
  }

  /** The name that {@code go test -c} gives it: a major version at the end is not one. */
  private static String testBinary(String importPath) {
    String[] path = importPath.split("/", -1);
    int last = path.length - 1;
    boolean version = last > 0 && path[last].matches("v([2-9]|[1-9]\\d+)");
    return path[version ? last - 1 : last] + ".test";
  }

  @Override
  public List<Remark> remarks() {
    return List.copyOf(remarks);
  }

  @Override
  public void main(GoPackage target, Path executable)
      throws BuildException, ToolchainException, IOException {
    build(target, executable, List.of("build"));
  }

  private void build(GoPackage target, Path executable, List<String> verb)
      throws BuildException, ToolchainException, IOException {
    Answer first = ask(command(target, executable, verb, instrumentations.getFirst()));
    if (!first.isGood()) {
      if (instrumentations.size() == 1 || !ask(plain(target, executable, verb)).isGood()) {
        throw new BuildException((first.errors + first.output).strip());
      }
      buildWithLess(target, executable, verb, first);
    }
  }

  /** The code is good; what is added to it is not. */
  private void buildWithLess(GoPackage target, Path executable, List<String> verb, Answer first)
      throws BuildException, ToolchainException, IOException {
    Answer answer = first;
    for (int i = 0; i < instrumentations.size(); i++) {
      Instrumentation one = instrumentations.get(i);
      if (i > 0) {
        answer = ask(command(target, executable, verb, one));
      }
      List<String> refused = refused(answer, target);
      if (!answer.isGood() && !refused.isEmpty()) {
        answer = ask(command(target, executable, verb, one.without(refused)));
        if (answer.isGood()) {
          remark(refused, one);
        }
      }
      if (answer.isGood()) {
        instrumentations.subList(0, i).forEach(lost -> remark(List.of(target.importPath()), lost));
        return;
      }
    }
    throw new BuildException((answer.errors + answer.output).strip());
  }

  private void remark(List<String> packages, Instrumentation lost) {
    lost.purpose()
        .<Remark>map(purpose -> new Remark.BuiltWithout(packages, purpose))
        .filter(remark -> !remarks.contains(remark))
        .ifPresent(remarks::add);
  }

  /** The packages that messages are about; none if they are about the program as a whole. */
  private static List<String> refused(Answer answer, GoPackage target) {
    List<String> packages =
        COMPLAINT.matcher(answer.errors).results().map(m -> m.group(1)).distinct().toList();
    return packages.contains(target.importPath() + ".test") ? List.of() : packages;
  }

  private List<String> command(
      GoPackage target, Path executable, List<String> verb, Instrumentation instrumentation) {
    return command(target, executable, verb, with(instrumentation));
  }

  private static List<String> with(Instrumentation instrumentation) {
    List<String> more = new ArrayList<>(List.of("-overlay=" + instrumentation.overlay().json()));
    more.addAll(instrumentation.flags());
    return more;
  }

  /** As the user would build it: an error from this is one that the user knows. */
  private List<String> plain(GoPackage target, Path executable, List<String> verb) {
    return command(target, executable, verb, List.of());
  }

  private List<String> command(
      GoPackage target, Path executable, List<String> verb, List<String> more) {
    return command(List.of(target.importPath()), executable.toString(), verb, more);
  }

  private List<String> command(
      List<String> packages, String out, List<String> verb, List<String> more) {
    List<String> command = new ArrayList<>(verb);
    command.add("-o=" + out);
    command.addAll(more);
    command.addAll(flags);
    command.add("-trimpath=false"); // GOFLAGS may say otherwise; then no one finds the sources.
    command.addAll(packages);
    return command;
  }

  @Override
  public void cancel() {
    canceled = true;
    running.ifPresent(Runnable::run);
  }

  private record Answer(int status, String output, String errors) {
    boolean isGood() {
      return status == 0;
    }
  }

  private Answer ask(List<String> arguments) throws ToolchainException, IOException {
    List<String> command = new ArrayList<>(List.of(go.command().toString()));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().clear();
    builder.environment().putAll(go.environment());
    Children children = Children.marked(builder);
    Process process = builder.start();
    Runnable end = () -> children.end(process.toHandle());
    running = Optional.of(end);
    if (canceled) {
      end.run();
    }
    process.getOutputStream().close();
    CompletableFuture<byte[]> errors =
        CompletableFuture.supplyAsync(() -> allOf(process), Thread::startVirtualThread);
    byte[] output = process.getInputStream().readAllBytes();
    try {
      int status = process.waitFor();
      return new Answer(
          status,
          new String(output, StandardCharsets.UTF_8),
          new String(errors.join(), StandardCharsets.UTF_8));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ToolchainException("interrupted while asking " + go.command(), e);
    } finally {
      running = Optional.empty();
    }
  }

  private static byte[] allOf(Process process) {
    try {
      return process.getErrorStream().readAllBytes();
    } catch (IOException closed) {
      return new byte[0];
    }
  }
}
