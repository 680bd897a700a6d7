package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ShutdownHandler;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;

/**
 * What the pages show is so. Every command line in them is one that Harrier takes, and every block
 * of a console is what its commands print. A comment above a block says where they are run:
 *
 * <pre>{@code
 * <!-- run in programs/vet/err -->
 * <!-- run in github.com/alitto/pond@v1.9.2 -->
 * <!-- not run: it serves requests -->
 * }</pre>
 *
 * <p>A line of "..." is any number of lines, and one that ends so continues. Times and counts in
 * the last line of a report are not compared. Modules of others are downloaded, so their blocks are
 * run only with {@code -Dharrier.pages=modules}.
 */
final class PagesTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /** A marker, or none, and a block with what kind it is. */
  private static final Pattern BLOCK =
      Pattern.compile("(?m)^(?:<!-- (.*) -->\n)?```(\\w*)\n((?:.*\n)*?)```$");

  private static final Pattern INLINE = Pattern.compile("`(harrier [^`\n]+)`");

  /** Where a command of a shell can begin, and all of it. */
  private static final Pattern IN_SHELL =
      Pattern.compile(
          "(?m)(?:^|[$(] ?|&& |; )(?:[\\w./]*/)?(harrier (?:'[^'\n]*'|\"[^\"\n]*\"|[^'\"#;&|>)\n])*)");

  private static final Pattern WORD = Pattern.compile("(?:'[^']*'|\"[^\"]*\"|[^\\s'\"])+");

  /** What differs from run to run. */
  private static final Pattern MEASURED =
      Pattern.compile("\\([\\d,]+ [a-z]+.*, [\\d.]+ m?s\\)$|[\\d.]+s$");

  private static final Pattern GOROUTINE = Pattern.compile("\\bg[0-9]+\\b");
  private static final Pattern WANT = Pattern.compile(" *// want .*");

  /** An option of the script that starts Harrier. */
  private static final String OF_LAUNCHER = "harrier --print-jdk";

  private record Block(Path page, String marker, String kind, String text) {
    String where() {
      return marker.replaceFirst("^run in ", "");
    }

    boolean isOfModule() {
      return where().contains("@");
    }
  }

  @TempDir private Path scratch;

  private static List<Path> pages() throws IOException {
    List<Path> pages =
        new ArrayList<>(List.of(ROOT.resolve("README.md"), ROOT.resolve("CONTRIBUTING.md")));
    try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
      files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
    }
    return pages;
  }

  private static List<Block> blocks() throws IOException {
    List<Block> blocks = new ArrayList<>();
    for (Path page : pages()) {
      Matcher m = BLOCK.matcher(Files.readString(page));
      while (m.find()) {
        String marker = m.group(1) == null ? "" : m.group(1);
        blocks.add(new Block(page, marker, m.group(2), m.group(3)));
      }
    }
    return blocks;
  }

  @Test
  void everyCommandLineIsTaken() throws IOException {
    List<String> refused = new ArrayList<>();
    int all = 0;
    for (Path page : pages()) {
      String text = Files.readString(page);
      for (String line :
          Stream.concat(
                  INLINE.matcher(text).results().map(r -> r.group(1)),
                  BLOCK
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
    List<String> words = words(line);
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

  private static List<String> words(String line) {
    return WORD.matcher(line)
        .results()
        .map(MatchResult::group)
        .map(word -> word.replaceAll("'([^']*)'|\"([^\"]*)\"", "$1$2"))
        .toList();
  }

  @TestFactory
  List<DynamicTest> whatACommandPrintsIsWhatThePageShows() throws IOException {
    boolean modules = "modules".equals(System.getProperty("harrier.pages"));
    Map<String, Path> places = new HashMap<>();
    Map<String, String> printed = new HashMap<>();
    List<DynamicTest> tests = new ArrayList<>();
    for (Block block : blocks()) {
      if (!block.kind().equals("console") || block.marker().startsWith("not run: ")) {
        continue;
      }
      if (block.isOfModule() && !modules) {
        continue;
      }
      String name = ROOT.relativize(block.page()) + ": " + block.text().lines().findFirst().get();
      tests.add(DynamicTest.dynamicTest(name, () -> check(block, places, printed)));
    }
    return tests;
  }

  /**
   * @param places where the blocks before were run
   * @param printed by commands there
   */
  private void check(Block block, Map<String, Path> places, Map<String, String> printed)
      throws Exception {
    assertThat(block.marker())
        .as("%s: where is this run?\n%s", block.page(), block.text())
        .startsWith("run in ");
    if (!places.containsKey(block.where())) {
      places.put(block.where(), place(block));
    }
    Path place = places.get(block.where());
    for (String part : block.text().split("(?m)^\\$ ")) {
      if (part.isBlank()) {
        continue;
      }
      String command = part.lines().findFirst().orElseThrow().replaceFirst("^cd \\S+ && ", "");
      String shown = part.substring(part.indexOf('\n') + 1);
      String key = place + " " + command;
      if (!printed.containsKey(key)) {
        printed.put(key, run(place, command));
      }
      String output = printed.get(key);
      if (command.startsWith("harrier test")) {
        // Go's own scheduler numbers goroutines as it meets them.
        output = GOROUTINE.matcher(output).replaceAll("g0");
        shown = GOROUTINE.matcher(shown).replaceAll("g0");
      }
      assertThat(output.replaceAll("(?m)[ \t]+$", ""))
          .as("%s: $ %s", block.page(), command)
          .matches(asPattern(shown));
    }
  }

  private Path place(Block block) throws Exception {
    Path place = Files.createTempDirectory(scratch, "place");
    if (block.isOfModule()) {
      Process go =
          new ProcessBuilder("go", "mod", "download", "-json", block.where())
              .directory(place.toFile())
              .start();
      String answer = new String(go.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      Matcher dir = Pattern.compile("\"Dir\": \"(.*)\"").matcher(answer);
      assertThat(dir.find()).as(answer).isTrue();
      copy(Path.of(dir.group(1)), place);
      return place;
    }
    // Of the programs, the module with the one directory that is meant.
    Path program = Path.of(block.where());
    assertThat(program.getName(0)).hasToString("programs");
    Files.copy(ROOT.resolve("programs/go.mod"), place.resolve("go.mod"));
    if (program.getNameCount() == 1) {
      copy(ROOT.resolve("programs/test-failure"), place.resolve("test-failure"));
      return place;
    }
    Path inModule = Path.of("programs").relativize(program);
    copy(ROOT.resolve(program), place.resolve(inModule));
    return place.resolve(inModule);
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path copy = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(copy);
        } else if (file.toString().endsWith(".go")) {
          // What tests want of a line is not what a page shows of it.
          Files.writeString(copy, WANT.matcher(Files.readString(file)).replaceAll(""));
        } else {
          Files.copy(file, copy);
        }
      }
    }
  }

  /** Where executions are bounded, with time enough, whatever the machine does besides. */
  private static String run(Path place, String command) throws Exception {
    List<String> words = new ArrayList<>(words(command));
    assertThat(words.removeFirst()).isEqualTo("harrier");
    if (words.contains("-first") || words.contains("-per-test")) {
      // Workers learn from each other's executions as these end.
      words.addAll(1, List.of("-time", "10m", "-workers", "1"));
    }
    HarrierProcess.Result result = new HarrierProcess(place).call(words.toArray(String[]::new));
    assertThat(result.status()).as(result.toString()).isLessThan(2);
    return result.out() + result.err();
  }

  private static Pattern asPattern(String shown) {
    StringBuilder pattern = new StringBuilder("(?s)");
    for (String line : shown.replaceAll("(?m)[ \t]+$", "").split("\n")) {
      Matcher measured = MEASURED.matcher(line);
      if (line.strip().equals("...")) {
        pattern.append("(?:[^\n]*\n)*?");
      } else if (measured.find()) {
        pattern.append(Pattern.quote(line.substring(0, measured.start()))).append("[^\n]*\n");
      } else if (line.endsWith("...")) {
        pattern.append(Pattern.quote(line.substring(0, line.length() - 3))).append("[^\n]*\n");
      } else {
        pattern.append(Pattern.quote(line)).append("\n");
      }
    }
    return Pattern.compile(pattern.append(".*").toString());
  }
}
