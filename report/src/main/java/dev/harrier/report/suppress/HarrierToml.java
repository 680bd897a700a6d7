package dev.harrier.report.suppress;

import dev.harrier.base.file.AtomicFile;
import dev.harrier.base.file.ForeignFiles;
import dev.harrier.model.finding.Finding;
import dev.harrier.report.SourcePaths;
import dev.harrier.report.words.RuleNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlInvalidTypeException;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/**
 * A module's {@code .harrier.toml}: {@code [[ignore]]} tables, and for commands a table each with
 * defaults of their options.
 */
public final class HarrierToml {
  public static final String NAME = ".harrier.toml";
  private static final int MOST_CHARACTERS = 1 << 18;
  private static final int MOST_EMPTY = 200;
  private static final Pattern EMPTY = Pattern.compile("\\s*(#.*)?");
  private static final Set<String> KEYS = Set.of("rule", "path", "function", "reason");

  private final Path module;
  private final Path file;

  /** Empty if there is no file: to start the parser takes longer than to read the command line. */
  private final Optional<TomlTable> toml;

  private HarrierToml(Path module) throws SuppressionException, IOException {
    this.module = module;
    this.file = module.resolve(NAME);
    this.toml = Files.exists(file) ? Optional.of(parsed()) : Optional.empty();
  }

  /**
   * Reads it; it is empty if there is no such file.
   *
   * @param module the module's root directory, absolute
   * @throws SuppressionException if it is not TOML
   */
  public static HarrierToml read(Path module) throws SuppressionException, IOException {
    return new HarrierToml(module);
  }

  /**
   * Adds an entry at the end. What a finding names may come from others, so all of it is quoted.
   */
  static String add(Path module, Finding finding, String reason) throws IOException {
    Optional<String> path =
        SourcePaths.path(finding.location().file())
            .filter(file -> file.startsWith(module))
            .map(file -> module.relativize(file).toString());
    String function = finding.location().function();
    StringBuilder entry = new StringBuilder("[[ignore]]\n");
    entry.append("rule = ").append(quoted(finding.rule().id())).append('\n');
    path.ifPresent(p -> entry.append("path = ").append(quoted(glob(p))).append('\n'));
    if (!function.isEmpty()) {
      entry.append("function = ").append(quoted(function)).append('\n');
    }
    entry.append("reason = ").append(quoted(reason)).append('\n');
    Path file = module.resolve(NAME);
    String before = Files.exists(file) ? Files.readString(ForeignFiles.checked(file)) : "";
    String gap = before.isEmpty() ? "" : before.endsWith("\n") ? "\n" : "\n\n";
    AtomicFile.replace(file, before + gap + entry);
    return entry.toString();
  }

  /** A path in which nothing stands for anything else. */
  private static String glob(String path) {
    return path.replaceAll("([\\\\*?\\[\\]{}])", "\\\\$1");
  }

  private static String quoted(String text) {
    return "\"%s\"".formatted(Toml.tomlEscape(text));
  }

  /**
   * The default of an option.
   *
   * @param place file, line and column, for messages
   * @param value as it would stand on a command line
   */
  public record Setting(String place, String key, String value) {}

  /**
   * The defaults of a command's options, in their order.
   *
   * @param commands all that may have a table
   * @throws SuppressionException if the file can't be understood, or has a table of nothing
   */
  public List<Setting> settings(String command, Set<String> commands) throws SuppressionException {
    return toml.isEmpty() ? List.of() : settings(toml.get(), command, commands);
  }

  private List<Setting> settings(TomlTable toml, String command, Set<String> commands)
      throws SuppressionException {
    for (String key : toml.keySet()) {
      if (!key.equals("ignore") && !commands.contains(key)) {
        throw problem(
            toml.inputPositionOf(List.of(key)),
            "unknown key \"%s\"; there are [[ignore]] and a table for each of %s"
                .formatted(key, String.join(", ", new TreeSet<>(commands))));
      }
    }
    List<Setting> settings = new ArrayList<>();
    if (toml.get(List.of(command)) instanceof TomlTable table) {
      for (String key : table.keySet()) {
        settings.add(setting(table, key));
      }
    } else if (toml.contains(List.of(command))) {
      throw problem(
          toml.inputPositionOf(List.of(command)), "expected a table: [%s]".formatted(command));
    }
    return settings;
  }

  private Setting setting(TomlTable table, String key) throws SuppressionException {
    TomlPosition position = table.inputPositionOf(List.of(key));
    String value =
        switch (table.get(List.of(key))) {
          case String text -> text;
          case Long number -> number.toString();
          case Boolean flag -> flag.toString();
          case TomlArray array
              when array.toList().stream().allMatch(one -> one instanceof String) ->
              String.join(",", array.toList().stream().map(String::valueOf).toList());
          case null, default ->
              throw problem(
                  position, "\"%s\" is not a string, a number or true or false".formatted(key));
        };
    return new Setting(at(position), key, value);
  }

  /**
   * The {@code [[ignore]]} tables in their order.
   *
   * @throws SuppressionException if one can't be understood, or is of no rule that there is
   */
  List<IgnoreEntry> entries(RuleNames rules) throws SuppressionException {
    return toml.isEmpty() ? List.of() : entries(toml.get(), rules);
  }

  private List<IgnoreEntry> entries(TomlTable toml, RuleNames rules) throws SuppressionException {
    List<IgnoreEntry> entries = new ArrayList<>();
    try {
      TomlArray tables = toml.getArray("ignore");
      for (int i = 0; tables != null && i < tables.size(); i++) {
        entries.add(entry(tables.getTable(i), tables.inputPositionOf(i), rules));
      }
    } catch (TomlInvalidTypeException e) {
      throw problem(
          toml.inputPositionOf("ignore"),
          "expected [[ignore]] tables with strings: " + e.getMessage());
    }
    return entries;
  }

  private TomlTable parsed() throws SuppressionException, IOException {
    String text = Files.readString(ForeignFiles.checked(file));
    checkLength(text);
    TomlParseResult toml;
    try {
      toml = Toml.parse(text);
    } catch (AssertionError e) {
      // tomlj 2.2 has no other word for a header that begins in a damaged line.
      throw problem(null, "this is not TOML: a header such as [[ignore]] is damaged");
    } catch (NullPointerException e) {
      // Nor has it for an inline table that is not closed.
      throw problem(null, "this is not TOML: a table between { and } is damaged");
    }
    if (toml.hasErrors()) {
      var first = toml.errors().getFirst();
      throw problem(first.position(), String.valueOf(first.getMessage()));
    }
    return toml;
  }

  /**
   * 3,000 blank lines in a row take tomlj 2.2 more than half a minute, and twice as many six times
   * that.
   */
  private void checkLength(String text) throws SuppressionException {
    if (text.length() > MOST_CHARACTERS) {
      throw problem(null, "this is longer than %,d characters".formatted(MOST_CHARACTERS));
    }
    int number = 0;
    int empty = 0;
    for (String line : text.lines().toList()) {
      number++;
      empty = EMPTY.matcher(line).matches() ? empty + 1 : 0;
      if (empty > MOST_EMPTY) {
        throw problem(
            TomlPosition.positionAt(number, 1),
            "more than %d lines in a row are blank or comments, which take too long to read: remove some"
                .formatted(MOST_EMPTY));
      }
    }
  }

  private IgnoreEntry entry(TomlTable table, TomlPosition position, RuleNames rules)
      throws SuppressionException {
    for (String key : table.keySet()) {
      if (!KEYS.contains(key)) {
        throw problem(
            table.inputPositionOf(List.of(key)),
            "unknown key \"" + key + "\" in [[ignore]]; known are rule, path, function and reason");
      }
    }
    String rule = text(table, "rule").orElse("");
    if (rule.isEmpty()) {
      throw problem(position, "an [[ignore]] needs a rule, for instance rule = \"goroutine-leak\"");
    }
    Optional<String> refusal = rules.refusal(rule);
    if (refusal.isPresent()) {
      throw problem(table.inputPositionOf("rule"), refusal.get());
    }
    Optional<String> path = text(table, "path");
    try {
      Optional<PathMatcher> matcher = path.map(IgnoreEntry::pathGlob);
      return new IgnoreEntry(
          file.toString(),
          position.line(),
          rule,
          text(table, "reason").orElse("").strip(),
          module,
          matcher,
          text(table, "function").map(IgnoreEntry::functionGlob));
    } catch (PatternSyntaxException e) {
      throw problem(table.inputPositionOf("path"), "path is not a glob: " + e.getDescription());
    }
  }

  private static Optional<String> text(TomlTable table, String key) {
    return Optional.ofNullable(table.getString(key));
  }

  private SuppressionException problem(@Nullable TomlPosition position, String what) {
    return new SuppressionException(at(position) + ": " + what);
  }

  private String at(@Nullable TomlPosition position) {
    return position == null
        ? file.toString()
        : file + ":" + position.line() + ":" + position.column();
  }
}
