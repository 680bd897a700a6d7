package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import dev.harrier.cli.Pages.Block;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ShutdownHandler;
import dev.harrier.report.suppress.HarrierToml;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;

/**
 * Every command line in the pages is one that Harrier takes. Go code and settings are what they
 * say, and no block shows an output that {@link PageOutputsTest} does not compare.
 */
final class PagesTest {
  private static final Path INTERNALS = Pages.ROOT.resolve("docs/internals");

  private static final Pattern INLINE = Pattern.compile("`(harrier [^`\n]+)`");

  /** Where a command of a shell can begin, and all of it. */
  private static final Pattern IN_SHELL =
      Pattern.compile(
          "(?m)(?:^|[$(] ?|&& |; )(?:[\\w./]*/)?(harrier (?:'[^'\n]*'|\"[^\"\n]*\"|[^'\"#;&|>)\n])*)");

  private static final Pattern DECLARATION =
      Pattern.compile("(?m)^(?:func|type|var|const|import) ?[\\w(]");

  /** An option of the script that starts Harrier. */
  private static final String OF_LAUNCHER = "harrier --print-jdk";

  /** Kinds of blocks that are words for other programs, or commands whose output is not shown. */
  private static final Set<String> NOT_OURS = Set.of("sh", "yaml", "lua", "elisp");

  @Test
  void everyCommandLineIsTaken() throws IOException {
    List<String> refused = new ArrayList<>();
    int all = 0;
    for (Path page : Pages.pages()) {
      String text = Files.readString(page);
      for (String line :
          Stream.concat(
                  INLINE.matcher(text).results().map(r -> r.group(1)),
                  Pages.BLOCK
                      .matcher(text)
                      .results()
                      .flatMap(block -> IN_SHELL.matcher(block.group(3)).results())
                      .map(r -> r.group(1)))
              .toList()) {
        all++;
        if (line.strip().equals(OF_LAUNCHER)) {
          continue;
        }
        refusal(line).ifPresent(why -> refused.add(page.getFileName() + ": " + line + ": " + why));
      }
    }
    assertThat(refused).isEmpty();
    assertThat(all).isGreaterThan(200);
  }

  /** What a command needs besides may be missing where the text is about one option. */
  private static Optional<String> refusal(String line) {
    List<String> words = Pages.words(line);
    DirectoryOption start =
        DirectoryOption.of(Path.of(""), words.subList(1, words.size()).toArray(String[]::new));
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    CommandContext context =
        new CommandContext(Path.of(""), Map.of(), nowhere, nowhere, false, false);
    try {
      HarrierCommand.commandLine(context, new ShutdownHandler(), start.words())
          .parseArgs(start.words());
      return Optional.empty();
    } catch (MissingParameterException e) {
      return Optional.empty();
    } catch (ParameterException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  @Test
  void everyBlockIsCompared() throws IOException {
    List<String> found = new ArrayList<>();
    for (Block block : Pages.blocks()) {
      boolean isCompared =
          switch (block.kind()) {
            case "console" -> block.isRun();
            case "" -> block.page().startsWith(INTERNALS) || block.marker().equals(Pages.FILES);
            case "go", "toml", "json" -> true;
            default -> NOT_OURS.contains(block.kind());
          };
      if (!isCompared) {
        found.add(block.page().getFileName() + ":\n" + block.text());
      }
    }
    assertThat(found).isEmpty();
  }

  @Test
  void theCodeOfThePagesIsGo(@TempDir Path directory) throws Exception {
    int number = 0;
    for (Block block : Pages.blocks()) {
      if (!block.kind().equals("go")) {
        continue;
      }
      String code = block.text();
      if (!code.startsWith("package ")) {
        boolean declares = DECLARATION.matcher(code).find();
        code = "package p\n" + (declares ? code : "func _() {\n" + code + "}\n");
      }
      Files.writeString(
          directory.resolve("%s_%d.go".formatted(block.page().getFileName(), number++)), code);
    }
    assertThat(number).isGreaterThan(40);
    Process gofmt = new ProcessBuilder("gofmt", "-l", ".").directory(directory.toFile()).start();
    String wrong = new String(gofmt.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(wrong).isEmpty();
    assertThat(gofmt.waitFor()).isZero();
  }

  @Test
  void settingsOfThePagesAreTaken(@TempDir Path directory) throws Exception {
    int toml = 0;
    for (Block block : Pages.blocks()) {
      switch (block.kind()) {
        case "json" -> assertThat(JsonParser.parseString(block.text()).isJsonObject()).isTrue();
        case "toml" -> {
          if (!block.page().endsWith("editors.md")) {
            Files.writeString(directory.resolve(HarrierToml.NAME), block.text());
            HarrierToml.read(directory);
            toml++;
          }
        }
        default -> {}
      }
    }
    assertThat(toml).isEqualTo(3);
  }
}
