package dev.harrier.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The documents that users and maintainers read, and the blocks of code in them. */
final class Pages {
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /** The marker of a list of files. */
  static final String FILES = "files of a run";

  /** A marker, or none, and a block with what kind it is. */
  static final Pattern BLOCK =
      Pattern.compile("(?m)^(?:<!-- (.*) -->\n)?```(\\w*)\n((?:.*\n)*?)```$");

  /** Where the console blocks of a page are run that say "the module of this page". */
  static final String OF_PAGE = "the module of this page";

  private static final Pattern WORD = Pattern.compile("(?:'[^']*'|\"[^\"]*\"|[^\\s'\"])+");

  private Pages() {}

  record Block(Path page, String marker, String kind, String text) {
    String where() {
      String where = marker.replaceFirst("^run in ", "");
      return where.equals(OF_PAGE) ? page + " " + where : where;
    }

    boolean isOfModule() {
      return where().contains("@");
    }

    boolean isRun() {
      return marker.startsWith("run in ");
    }

    /** The name of the file that it is; empty if it is none. */
    Optional<String> file() {
      return marker.startsWith("file ")
          ? Optional.of(marker.substring("file ".length()))
          : Optional.empty();
    }
  }

  static List<Path> pages() throws IOException {
    List<Path> pages =
        new ArrayList<>(List.of(ROOT.resolve("README.md"), ROOT.resolve("CONTRIBUTING.md")));
    try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
      files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
    }
    return pages;
  }

  static List<Block> blocks() throws IOException {
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

  /** Those of a command line, without their quotes. */
  static List<String> words(String line) {
    return WORD.matcher(line)
        .results()
        .map(MatchResult::group)
        .map(word -> word.replaceAll("'([^']*)'|\"([^\"]*)\"", "$1$2"))
        .toList();
  }
}
