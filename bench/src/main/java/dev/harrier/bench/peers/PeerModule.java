package dev.harrier.bench.peers;

import dev.harrier.bench.process.Command;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A copy of a Go module in which the other tools are at work too. */
final class PeerModule {
  private static final String GOLEAK = "go.uber.org/goleak@v1.3.0";
  private static final String GO_DEADLOCK = "github.com/sasha-s/go-deadlock@v0.3.6";
  private static final Pattern PACKAGE = Pattern.compile("(?m)^package (\\w+)");
  private static final Pattern LOCK = Pattern.compile("\\bsync\\.(RWMutex|Mutex)\\b");

  private static final String ASK =
      """
      package %s

      import (
      	"fmt"
      	"os"
      	"runtime/pprof"
      	"testing"

      	"go.uber.org/goleak"
      )

      // The other tools have their say when all tests are done.
      func TestMain(m *testing.M) {
      	status := m.Run()
      	if err := goleak.Find(); err != nil {
      		fmt.Printf("goleak: %%v\\n", err)
      	}
      	if profile := pprof.Lookup("goroutineleak"); profile != nil {
      		profile.WriteTo(os.Stdout, 2)
      	}
      	os.Exit(status)
      }
      """;

  private static final String PATIENCE =
      """
      package %s

      import (
      	"time"

      	"github.com/sasha-s/go-deadlock"
      )

      func init() {
      	deadlock.Opts.DeadlockTimeout = 2 * time.Second
      	deadlock.Opts.OnPotentialDeadlock = func() {}
      }
      """;

  private final Path root;
  private final Map<String, Optional<Path>> binaries = new HashMap<>();

  private PeerModule(Path root) {
    this.root = root;
  }

  Path root() {
    return root;
  }

  /** A copy whose tests ask the leak profile and goleak at their end. */
  static PeerModule asking(Path module) throws IOException, InterruptedException {
    PeerModule copy = copy(module);
    for (Path directory : copy.testDirectories()) {
      copy.add(directory, ASK);
    }
    return copy.with(GOLEAK);
  }

  /** A copy whose locks are those of go-deadlock. */
  static PeerModule withDeadlockLocks(Path module) throws IOException, InterruptedException {
    PeerModule copy = copy(module);
    try (Stream<Path> files = Files.walk(copy.root)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".go")).toList()) {
        replaceLocks(file);
      }
    }
    for (Path directory : copy.testDirectories()) {
      copy.add(directory, PATIENCE);
    }
    return copy.with(GO_DEADLOCK);
  }

  private static PeerModule copy(Path module) throws IOException {
    Path root = Files.createTempDirectory("peers").toRealPath();
    try (Stream<Path> files = Files.walk(module)) {
      for (Path file : files.filter(f -> f.toString().matches(".*\\.(go|mod|sum)")).toList()) {
        Path target = root.resolve(module.relativize(file));
        Files.createDirectories(target.getParent());
        Files.copy(file, target);
      }
    }
    return new PeerModule(root);
  }

  private List<Path> testDirectories() throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(f -> f.toString().endsWith("_test.go"))
          .map(Path::getParent)
          .distinct()
          .toList();
    }
  }

  private void add(Path directory, String text) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      Path one = files.filter(f -> f.toString().endsWith(".go")).findFirst().orElseThrow();
      Matcher name = PACKAGE.matcher(Files.readString(one));
      if (name.find()) {
        String own = name.group(1).replaceFirst("_test$", "");
        Files.writeString(directory.resolve("peers_test.go"), text.formatted(own));
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static void replaceLocks(Path file) throws IOException {
    String text = Files.readString(file);
    String replaced = LOCK.matcher(text).replaceAll("deadlock.$1");
    if (replaced.equals(text)) {
      return;
    }
    boolean syncStays = replaced.contains("sync.");
    String imports = syncStays ? "\"sync\"\n\t" : "";
    String lock = "\"github.com/sasha-s/go-deadlock\"";
    Files.writeString(
        file,
        replaced.contains("import \"sync\"")
            ? replaced.replace("import \"sync\"", "import (\n\t" + imports + lock + "\n)")
            : replaced.replaceFirst("\"sync\"", imports + lock));
  }

  private PeerModule with(String dependency) throws IOException, InterruptedException {
    Command.in(root, "go", "get", "-t", dependency).run().orThrow();
    Command.in(root, "go", "mod", "tidy").run().orThrow();
    return this;
  }

  /** Runs the subject's tests as they are; empty if they do not compile. */
  Optional<Command.Result> run(Subject subject, String timeout, Duration limit)
      throws IOException, InterruptedException {
    Optional<Path> binary = binaries.get(subject.directory());
    if (binary == null) {
      binary = build(subject.directory());
      binaries.put(subject.directory(), binary);
    }
    if (binary.isEmpty()) {
      return Optional.empty();
    }
    String tests = subject.tests().isEmpty() ? "." : subject.tests();
    return Optional.of(
        Command.in(
                root.resolve(subject.directory()),
                binary.get().toString(),
                "-test.run=" + tests,
                "-test.timeout=" + timeout)
            .within(limit)
            .run());
  }

  private Optional<Path> build(String directory) throws IOException, InterruptedException {
    Path binary = root.resolve("peer-" + binaries.size() + ".test");
    Command.Result built =
        Command.in(root, "go", "test", "-vet=off", "-c", "-o", binary.toString(), directory).run();
    return built.status() == 0 ? Optional.of(binary) : Optional.empty();
  }
}
