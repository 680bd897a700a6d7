package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code harrier trace} can't take: a clear refusal, and the file as it was. */
final class BadBinaryTest {
  @TempDir private Path directory;
  private byte[] before = {};

  @BeforeEach
  void makeModule() throws Exception {
    GoModule.at(directory).file("main.go", "package main\n\nfunc main() { println(1) }\n");
  }

  @AfterEach
  void theFileIsUntouched() throws Exception {
    if (before.length > 0) {
      assertThat(Files.readAllBytes(directory.resolve("prog"))).isEqualTo(before);
    }
  }

  private void build(Map<String, String> environment) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder("go", "build", "-o", "prog", ".")
            .directory(directory.toFile())
            .inheritIO();
    builder.environment().putAll(environment);
    assertThat(builder.start().waitFor()).isZero();
  }

  private void assertRefused(String... words) throws Exception {
    before = Files.readAllBytes(directory.resolve("prog"));
    Result result = new HarrierProcess(directory).call("trace", "./prog");
    assertThat(result.status()).as(result.toString()).isEqualTo(2);
    assertThat(result.err()).startsWith("harrier: ").contains(words).doesNotContain("\tat ");
    Path runs = directory.resolve(".harrier/runs");
    assertThat(Files.notExists(runs) || runs.toFile().list().length == 0).isTrue();
    Result copy =
        new HarrierProcess(directory).call("trace", "--rewrite-only", "-o", "copy", "./prog");
    assertThat(copy.status()).as(copy.toString()).isEqualTo(2);
    assertThat(directory.resolve("copy")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({
    "linux, arm64, GOARCH=amd64",
    "linux, 386, GOARCH=amd64",
    "windows, amd64, linux/amd64",
    "darwin, amd64, linux/amd64",
    "freebsd, amd64, linux"
  })
  void anotherSystem(String os, String architecture, String words) throws Exception {
    build(Map.of("GOOS", os, "GOARCH", architecture, "CGO_ENABLED", "0"));
    assertRefused(words);
  }

  @Test
  void noGoProgram() throws Exception {
    Files.copy(Path.of("/bin/sh"), directory.resolve("prog"));
    assertRefused("no Go build information");
  }

  @Test
  void aScript() throws Exception {
    Files.writeString(directory.resolve("prog"), "#!/bin/sh\necho no\n");
    assertRefused("is not an ELF file");
  }

  @Test
  void anEmptyFile() throws Exception {
    Files.createFile(directory.resolve("prog"));
    assertRefused("is not an ELF file");
  }

  /** Packers leave a small loader and compressed bytes: nothing that says Go. */
  @Test
  void aPackedProgram() throws Exception {
    build(Map.of());
    Path file = directory.resolve("prog");
    byte[] bytes = Files.readAllBytes(file);
    for (int i = 4096; i < bytes.length; i++) {
      bytes[i] ^= (byte) (i * 31 + (i >>> 8));
    }
    Files.write(file, bytes);
    assertRefused("packed");
  }

  @Test
  void aTruncatedProgram() throws Exception {
    build(Map.of());
    Path file = directory.resolve("prog");
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
    assertRefused("truncated");
  }

  @Test
  void aCopyOfACopy() throws Exception {
    build(Map.of());
    assertThat(
            new HarrierProcess(directory)
                .call("trace", "--rewrite-only", "-o", "copy", "./prog")
                .status())
        .isZero();
    Files.move(
        directory.resolve("copy"), directory.resolve("prog"), StandardCopyOption.REPLACE_EXISTING);
    assertRefused("rewritten already");
  }

  @Test
  void whatIsNotThere() throws Exception {
    Result result = new HarrierProcess(directory).call("trace", "./nothing");
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.err()).contains("nothing does not exist");
    Result bare = new HarrierProcess(directory).call("trace", "main.go");
    assertThat(bare.status()).isEqualTo(2);
    assertThat(bare.err()).contains("type ./main.go");
    Result existing =
        new HarrierProcess(directory).call("trace", "--rewrite-only", "-o", "main.go", "/bin/sh");
    assertThat(existing.status()).isEqualTo(2);
    assertThat(existing.err()).contains("nothing is overwritten");
    Result log = new HarrierProcess(directory).call("report", "main.go");
    assertThat(log.status()).isEqualTo(2);
    assertThat(log.err()).contains("not a log");
  }
}
