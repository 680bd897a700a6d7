package dev.harrier.toolchain.selftest;

import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.patch.Overlay;
import dev.harrier.toolchain.run.TestRequest;
import dev.harrier.toolchain.run.TestResult;
import dev.harrier.toolchain.run.TestRun;
import dev.harrier.toolchain.run.TraceFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A run of the self-test program.
 *
 * @param result its trace is in the directory that was given; {@code ToolFailed} if the hooks do
 *     not compile with this Go
 * @param output what {@code go test} said
 */
public record SelfTest(TestResult result, String output) {
  private static final List<String> FILES = List.of("go.mod", "selftest_test.go");

  /**
   * Compiles the program with the overlay and runs it.
   *
   * @param directory exists and is empty; the caller removes it
   */
  public static SelfTest run(
      GoToolchain go, Overlay overlay, TraceFile.Reader headers, Path directory)
      throws ToolchainException, IOException {
    for (String file : FILES) {
      try (InputStream in =
          SelfTest.class.getResourceAsStream("/dev/harrier/toolchain/go/selftest/" + file)) {
        if (in == null) {
          throw new IOException("Harrier's own jar lacks " + file + ": build it again");
        }
        Files.copy(in, directory.resolve(file));
      }
    }
    Path run = Files.createDirectory(directory.resolve("run"));
    TestRequest request = new TestRequest(directory, List.of(), List.of(), List.of(), run, false);
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    TestResult result = new TestRun(go, overlay, request, headers).run(output, output);
    return new SelfTest(result, output.toString(StandardCharsets.UTF_8));
  }
}
