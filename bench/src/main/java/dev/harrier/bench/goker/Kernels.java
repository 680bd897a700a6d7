package dev.harrier.bench.goker;

import dev.harrier.bench.process.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The kernels as a Go module with one test for each.
 *
 * @param names in the order of their files
 */
public record Kernels(Path goroot, Path module, List<String> names) {
  private static final String DIRECTORY = "src/runtime/testdata/testgoroutineleakprofile/goker";
  private static final Pattern REGISTERED =
      Pattern.compile("register(?:Init)?\\(\"(\\w+)\", (\\w+)\\)");

  public Kernels {
    names = List.copyOf(names);
  }

  /**
   * Copies the kernels of the Go that is on PATH to {@code module}.
   *
   * @throws IOException if this Go has none: it is older than 1.26, or was installed without them
   */
  public static Kernels copyTo(Path module) throws IOException, InterruptedException {
    Path goroot =
        Path.of(Command.in(module, "go", "env", "GOROOT").run().orThrow().output().strip());
    Path kernels = goroot.resolve(DIRECTORY);
    if (!Files.isDirectory(kernels)) {
      throw new IOException("no kernels in " + kernels + "; Go 1.26 and newer have them");
    }
    List<String> names = new ArrayList<>();
    StringBuilder tests = new StringBuilder("package main\n\nimport \"testing\"\n\n");
    try (Stream<Path> files = Files.list(kernels)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".go")).sorted().toList()) {
        String text = Files.readString(file);
        Files.writeString(module.resolve(file.getFileName()), text);
        Matcher registered = REGISTERED.matcher(text);
        while (registered.find()) {
          names.add(registered.group(1));
          tests.append(
              "func Test%s(t *testing.T) { %s() }%n"
                  .formatted(registered.group(1), registered.group(2)));
        }
      }
    }
    Files.writeString(module.resolve("kernels_test.go"), tests);
    Files.writeString(module.resolve("go.mod"), "module goker\n\ngo 1.26\n");
    return new Kernels(goroot, module, names);
  }
}
