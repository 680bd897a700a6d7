package dev.harrier.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harrier.base.process.Background;
import dev.harrier.base.process.Executables;
import dev.harrier.model.command.Invocation;
import dev.harrier.toolchain.driver.MainModule;
import dev.harrier.toolchain.driver.ToolchainException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is asked of {@code go} and {@code git} before a command knows its flags. */
final class WorkplaceTest {
  @TempDir private Path directory;

  private final Map<String, String> environment = new HashMap<>(System.getenv());
  private Path module = Path.of("");
  private Path asked = Path.of("");

  /** A {@code go} first on {@code PATH} that notes what it is asked. */
  @BeforeEach
  void noteQuestions() throws Exception {
    module = Files.createDirectory(directory.resolve("module")).toRealPath();
    Files.writeString(module.resolve("go.mod"), "module example.com/m\n\ngo 1.24\n");
    asked = Files.createFile(directory.resolve("asked"));
    Path real = Executables.onPath("go", environment).orElseThrow();
    Path go = Files.createDirectory(directory.resolve("bin")).resolve("go");
    Files.writeString(
        go, "#!/bin/sh\necho \"$1\" >>'%s'\nexec '%s' \"$@\"\n".formatted(asked, real));
    Files.setPosixFilePermissions(go, PosixFilePermissions.fromString("rwxr-xr-x"));
    environment.put("PATH", go.getParent() + ":" + environment.getOrDefault("PATH", ""));
  }

  private Optional<Background<Workplace, ToolchainException>> prefetch(String... arguments) {
    return Workplace.prefetch(module, environment, arguments);
  }

  private CommandContext context(Optional<Background<Workplace, ToolchainException>> prefetch) {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    return new CommandContext(
        module,
        environment,
        nowhere,
        nowhere,
        false,
        false,
        false,
        prefetch,
        new AtomicReference<>(Invocation.UNKNOWN),
        new SettingsFiles());
  }

  private Workplace ask() throws Exception {
    return answered(Workplace.ask(module, environment));
  }

  /** Once nothing is being asked any more: the directory is removed after the test. */
  private static Workplace answered(Workplace workplace) throws Exception {
    workplace.modules().get();
    workplace.overlay().get();
    workplace.revision().get();
    return workplace;
  }

  private long questions(String word) throws Exception {
    return Files.readAllLines(asked).stream().filter(word::equals).count();
  }

  @ParameterizedTest
  @ValueSource(strings = {"test", "fuzz", "replay", "check-fix"})
  void commandsThatRunTestsFindTheAnswersThere(String command) throws Exception {
    Workplace workplace = answered(context(prefetch(command, "./...")).workplace());
    assertThat(workplace.go().moduleRoot()).isEqualTo(module);
    assertThat(workplace.modules().get()).containsExactly(new MainModule("example.com/m", module));
    assertThat(questions("env")).isEqualTo(1);
    assertThat(questions("list")).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"vet", "report", "doctor", "--help", "tests", ""})
  void othersAskWhenTheyNeedTo(String command) throws Exception {
    Optional<Background<Workplace, ToolchainException>> prefetch = prefetch(command, "test");
    assertThat(prefetch).isEmpty();
    assertThat(Files.readAllLines(asked)).isEmpty();
    assertThat(answered(context(prefetch).workplace()).go().moduleRoot()).isEqualTo(module);
    assertThat(questions("env")).isEqualTo(1);
  }

  @Test
  void withoutArgumentsNothingIsAsked() {
    assertThat(prefetch()).isEmpty();
  }

  /** The user may have asked for help: only a command that needs the answers says what is wrong. */
  @Test
  void whatIsWrongIsSaidToWhoeverNeedsTheAnswers() throws Exception {
    Files.delete(module.resolve("go.mod"));
    CommandContext context = context(prefetch("test"));
    assertThatThrownBy(context::workplace)
        .isInstanceOf(ToolchainException.class)
        .hasMessageContaining("is not in a Go module");
  }

  @Test
  void allModulesOfAWorkspaceAreMain() throws Exception {
    Path other = Files.createDirectory(module.resolve("other"));
    Files.writeString(other.resolve("go.mod"), "module example.com/other\n\ngo 1.24\n");
    Files.writeString(module.resolve("go.work"), "go 1.24\n\nuse (\n\t.\n\t./other\n)\n");
    assertThat(answered(prefetch("test").orElseThrow().get()).modules().get())
        .containsExactlyInAnyOrder(
            new MainModule("example.com/m", module), new MainModule("example.com/other", other));
  }

  @Test
  void theRevisionIsThatOfTheBeginning() throws Exception {
    assertThat(ask().revision().get()).isEmpty();
    git("init", "-q");
    git("add", ".");
    git("-c", "user.name=n", "-c", "user.email=e@example.com", "commit", "-q", "-m", "one");
    Workplace before = ask();
    assertThat(before.revision().get().orElseThrow().changed()).isFalse();
    Files.writeString(module.resolve("m.go"), "package m\n");
    assertThat(before.revision().get().orElseThrow().changed()).isFalse();
    assertThat(ask().revision().get().orElseThrow().changed()).isTrue();
  }

  private void git(String... words) throws Exception {
    ProcessBuilder builder = new ProcessBuilder("git").directory(module.toFile()).inheritIO();
    builder.command().addAll(List.of(words));
    assertThat(builder.start().waitFor()).isZero();
  }
}
