package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.Pages.Block;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the pages show is so: every block of a console is what its commands print. A comment above a
 * block says where it is run, or what it is:
 *
 * <pre>{@code
 * <!-- run in programs/vet/err -->
 * <!-- run in a copy of programs/explore/timeout-first/bug -->
 * <!-- run in a repository of programs/context-not-canceled/bug -->
 * <!-- run in the module of this page -->
 * <!-- run in github.com/alitto/pond@v1.9.2 -->
 * <!-- file main.go -->
 * <!-- files of a run -->
 * }</pre>
 *
 * <p>A file is in each place where the page runs a command after it. A line of "..." is any number
 * of lines, and within a line it is any text. Times and counts that differ from run to run are not
 * compared. Modules of others are downloaded, so their blocks are run only with {@code
 * -Dharrier.pages=modules}.
 */
final class PageOutputsTest {
  private static final Path ROOT = Pages.ROOT;

  /** What differs from run to run, and from one machine to the next. */
  private static final Pattern MEASURED =
      Pattern.compile(
          "\\([\\d,]+ process.*, [\\d.]+ m?s\\)$|\\([\\d,]+ packages.*, [\\d.]+ m?s\\)$"
              + "|(?<=\\t)[\\d.]+s$|(?<=which took )[\\d,]+|(?<=keeps )\\d+|(?<=goroutine )\\d+(?= is leaked)"
              + "|(?<=before the change, )[\\d,]+ of [\\d,]+|(?<=with the change, 0 of )[\\d,]+|(?<=by luck: )(?:under )?[\\d.]+(?= %)"
              + "|(?<=\\(run )[\\d-]+");

  /** In what a page shows: any text. */
  private static final Pattern ANY = Pattern.compile(MEASURED.pattern() + "|\\.\\.\\.");

  private static final Pattern GOROUTINE = Pattern.compile("\\bg[0-9]+\\b");
  private static final Pattern WANT = Pattern.compile(" *// want .*");

  /** Before the name of a program that a block changes, so that others do not see that. */
  private static final String COPY = "a copy of ";

  /** Before the name of a program that is to be the only thing in a Git repository. */
  private static final String REPOSITORY = "a repository of ";

  /** Commands that need no process of their own to be seen whole. */
  private static final Set<String> EXPLORING = Set.of("test", "fuzz", "replay", "vet", "probe");

  /** How the pages name the directory of a module where the output has it. */
  private static final String SHOWN_DIRECTORY = "/src/server";

  @TempDir private Path scratch;

  @TestFactory
  List<DynamicTest> whatACommandPrintsIsWhatThePageShows() throws IOException {
    boolean modules = "modules".equals(System.getProperty("harrier.pages"));
    Map<String, Path> places = new HashMap<>();
    Map<String, String> printed = new HashMap<>();
    List<DynamicTest> tests = new ArrayList<>();
    List<Block> files = new ArrayList<>();
    for (Block block : Pages.blocks()) {
      if (block.file().isPresent()) {
        files.add(block);
      }
      if (!block.isRun() || (block.isOfModule() && !modules)) {
        continue;
      }
      String name = ROOT.relativize(block.page()) + ": " + block.text().lines().findFirst().get();
      List<Block> before = files.stream().filter(file -> file.page().equals(block.page())).toList();
      tests.add(DynamicTest.dynamicTest(name, () -> check(block, before, places, printed)));
    }
    return tests;
  }

  @Test
  void theFilesOfARunAreThere() throws Exception {
    Block list =
        Pages.blocks().stream().filter(block -> block.marker().equals(Pages.FILES)).findAny().get();
    Path place = place("programs/explore/timeout-first/bug");
    assertThat(new HarrierProcess(place).call("test", ".").status()).isZero();
    Path module = place.resolve("../../..").normalize();
    Path run = module.resolve(".harrier/latest").toRealPath();
    for (String line : list.text().lines().toList()) {
      String name = line.split(" ", 2)[0];
      assertThat(module.resolve(name.replace("<id>", String.valueOf(run.getFileName())))).exists();
    }
  }

  /**
   * @param files of the page, before the block
   * @param places where the blocks before were run
   * @param printed by commands there
   */
  private void check(
      Block block, List<Block> files, Map<String, Path> places, Map<String, String> printed)
      throws Exception {
    if (!places.containsKey(block.where())) {
      places.put(block.where(), place(block.where()));
    }
    Path place = places.get(block.where());
    for (Block file : files) {
      Files.writeString(place.resolve(file.file().get()), file.text());
    }
    for (String part : block.text().split("(?m)^\\$ ")) {
      if (part.isBlank()) {
        continue;
      }
      String command =
          part.lines()
              .findFirst()
              .orElseThrow()
              .replaceFirst("^cd \\S+ && ", "")
              .replaceFirst("\\s+# .*", "");
      String shown = part.indexOf('\n') < 0 ? "" : part.substring(part.indexOf('\n') + 1);
      String key = place + " " + command;
      if (!printed.containsKey(key)) {
        printed.put(
            key, command.startsWith("harrier ") ? run(place, command) : runInShell(place, command));
      }
      String output = printed.get(key).replace(place.toString(), SHOWN_DIRECTORY);
      if (command.startsWith("harrier test") || command.contains("ci/action")) {
        // Go's own scheduler numbers goroutines as it meets them.
        output = GOROUTINE.matcher(output).replaceAll("g0");
        shown = GOROUTINE.matcher(shown).replaceAll("g0");
      }
      if (shown.isBlank()) {
        assertThat(output).as("%s: $ %s", block.page(), command).isBlank();
        continue;
      }
      assertThat(output.replaceAll("(?m)[ \t]+$", ""))
          .as("%s: $ %s", block.page(), command)
          .matches(asPattern(shown));
    }
  }

  private Path place(String where) throws Exception {
    Path place = Files.createTempDirectory(scratch, "place");
    if (where.endsWith(Pages.OF_PAGE)) {
      Files.writeString(place.resolve("go.mod"), "module example.com/server\n\ngo 1.26\n");
      return place;
    }
    if (where.contains("@")) {
      Process go =
          new ProcessBuilder("go", "mod", "download", "-json", where)
              .directory(place.toFile())
              .start();
      String answer = new String(go.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      Matcher dir = Pattern.compile("\"Dir\": \"(.*)\"").matcher(answer);
      assertThat(dir.find()).as(answer).isTrue();
      copy(Path.of(dir.group(1)), place);
      return place;
    }
    Files.copy(ROOT.resolve("programs/go.mod"), place.resolve("go.mod"));
    if (where.startsWith(REPOSITORY)) {
      copy(ROOT.resolve(where.substring(REPOSITORY.length())), place);
      runInShell(
          place,
          "git init -q -b main && git config user.name me && git config user.email me@example.com"
              + " && git add . && git commit -q -m 'The first one'");
      return place;
    }
    // Of the programs, the module with the one directory that is meant.
    Path program = Path.of(where.startsWith(COPY) ? where.substring(COPY.length()) : where);
    assertThat(program.getName(0)).hasToString("programs");
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
        } else if (!Files.exists(copy)) {
          Files.copy(file, copy);
        }
      }
    }
  }

  /** Where executions are bounded, with time enough, whatever the machine does besides. */
  private static String run(Path place, String command) throws Exception {
    List<String> words = new ArrayList<>(Pages.words(command));
    assertThat(words.removeFirst()).isEqualTo("harrier");
    if (words.contains("-first") || words.contains("-per-test")) {
      // Workers learn from each other's executions as these end.
      words.addAll(1, List.of("-time", "10m", "-workers", "1"));
    }
    HarrierProcess harrier = new HarrierProcess(place);
    String[] line = words.toArray(String[]::new);
    // Other commands hand their own streams on to the programs that they start.
    HarrierProcess.Result result =
        EXPLORING.contains(line[0]) ? harrier.call(line) : harrier.run(line);
    assertThat(result.status()).as(result.toString()).isLessThan(2);
    return result.out() + result.err();
  }

  /** Where {@code harrier} and {@code ci/action} are, as in a clone of Harrier. */
  private Path cloned() throws IOException {
    Path clone = scratch.resolve("clone");
    if (Files.exists(clone)) {
      return clone;
    }
    Files.createDirectories(clone.resolve("ci"));
    Files.copy(ROOT.resolve("ci/action"), clone.resolve("ci/action"));
    Path harrier = clone.resolve("harrier");
    // What starts it, with the words that it is given in place of the last one.
    List<String> words =
        HarrierProcess.words("test").subList(0, HarrierProcess.words("test").size() - 1);
    String start = words.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
    Files.writeString(harrier, "#!/bin/sh\nexec " + start + " \"$@\"\n");
    assertThat(harrier.toFile().setExecutable(true)).isTrue();
    return clone;
  }

  /** A command that is not only Harrier's. */
  private String runInShell(Path place, String command) throws Exception {
    Path clone = cloned();
    Path out = Files.createTempFile(scratch, "shell", ".out");
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-c", command.replace("path/to/harrier/", clone + "/"))
            .directory(place.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile());
    builder.environment().merge("PATH", String.valueOf(clone), (path, first) -> first + ":" + path);
    builder.environment().put("HARRIER_PROGRESS", "off");
    Process shell = builder.start();
    shell.getOutputStream().close();
    assertThat(shell.waitFor(10, TimeUnit.MINUTES)).as(command).isTrue();
    String printed = Files.readString(out);
    assertThat(shell.exitValue()).as("%s\n%s", command, printed).isZero();
    return printed;
  }

  private static Pattern asPattern(String shown) {
    StringBuilder pattern = new StringBuilder("(?s)");
    for (String line : shown.replaceAll("(?m)[ \t]+$", "").split("\n")) {
      if (line.strip().equals("...")) {
        pattern.append("(?:[^\n]*\n)*?");
        continue;
      }
      int end = 0;
      Matcher any = ANY.matcher(line);
      while (any.find()) {
        pattern.append(Pattern.quote(line.substring(end, any.start()))).append("[^\n]*?");
        end = any.end();
      }
      pattern.append(Pattern.quote(line.substring(end))).append("\n");
    }
    return Pattern.compile(pattern.append(".*").toString());
  }
}
