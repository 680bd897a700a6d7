package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ShutdownHandler;
import dev.harrier.toolchain.tool.Command;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Completion in the real shells, and manual pages as {@code man} reads them. */
final class CompletionCommandTest {
  @TempDir private Path directory;

  /** What a command writes; it needs no process of its own. */
  private String harrier(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    CommandContext context = new CommandContext(directory, Map.of(), stream, stream, false, false);
    int status = Main.run(context, new ShutdownHandler(), arguments);
    String text = out.toString(StandardCharsets.UTF_8);
    assertThat(status).as(text).isEqualTo(0);
    return text;
  }

  private static boolean isInstalled(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
        .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
  }

  private String shell(String shell, String script) throws Exception {
    Command.Outcome outcome =
        Command.run(List.of("timeout", "60", shell, "-c", script), directory, System.getenv());
    assertThat(outcome.status()).as(outcome.toString()).isEqualTo(0);
    return outcome.output();
  }

  private Path script(String shell) throws Exception {
    return Files.writeString(directory.resolve("script"), harrier("completion", shell));
  }

  @Test
  void bash() throws Exception {
    script("bash");
    // What readline does after a Tab; compopt works only inside of it.
    String tab =
        """
        . ./script
        compopt() { :; }
        tab() { COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _complete_harrier; echo "${COMPREPLY[*]}"; }
        tab harrier repl
        tab harrier test --fail-on ''
        tab harrier fuzz -strat
        tab harrier completion ''
        """;
    assertThat(shell("bash", tab).lines())
        .containsExactly(
            "replay",
            "observed predicted static suspicious never incomplete",
            "-strategy",
            "bash zsh fish");
  }

  @Test
  void zsh() throws Exception {
    assumeTrue(isInstalled("zsh"), "Zsh is not installed");
    script("zsh");
    // A terminal of its own, where somebody presses Tab.
    String tab =
        """
        zmodload zsh/zpty
        zpty z zsh -f -i
        zpty -w z 'PS1=; autoload -Uz compinit; compinit -u -d ./dump; . ./script; unsetopt zle_bracketed_paste; echo re""ady'
        zpty -r z text '*ready*'
        zpty -w -n z $'harrier repl\\t'
        zpty -r z text '*replay*' && print found
        zpty -d z
        """;
    assertThat(shell("zsh", tab)).contains("found");
  }

  @Test
  void fish() throws Exception {
    assumeTrue(isInstalled("fish"), "Fish is not installed");
    script("fish");
    assertThat(
            shell(
                "fish",
                "source script; complete -C 'harrier repl'; complete -C 'harrier test --fail-on p';"
                    + " complete -C 'harrier fuzz -strat'; complete -C 'harrier completion z'"))
        .containsPattern("(?m)^replay\t")
        .containsPattern("(?m)^predicted\t")
        .containsPattern("(?m)^-strategy\t")
        .containsPattern("(?m)^zsh$");
  }

  @ParameterizedTest
  @ValueSource(strings = {"harrier", "harrier-test", "harrier-fuzz", "harrier-baseline"})
  void manualPagesAreReadWithoutAWarning(String page) throws Exception {
    assertThat(harrier("man", "pages")).contains(" pages in " + directory.resolve("pages/man1"));
    Path file = directory.resolve("pages/man1").resolve(page + ".1");
    assertThat(file).content().startsWith(".TH ");
    assumeTrue(isInstalled("man") && isInstalled("groff"), "man is not installed");
    Command.Outcome shown =
        Command.run(
            List.of("man", "--warnings", "-E", "UTF-8", "-l", file.toString()),
            directory,
            Map.of("PATH", System.getenv("PATH"), "MANWIDTH", "200", "LC_ALL", "C.UTF-8"));
    assertThat(shown.status()).as(shown.toString()).isEqualTo(0);
    assertThat(shown.errors()).isEmpty();
    assertThat(shown.output()).contains("SYNOPSIS").contains("-help, --help");
  }
}
