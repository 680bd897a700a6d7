package dev.harrier.report.suppress;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlInvalidTypeException;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/** Reads the {@code [[ignore]]} tables of a module's {@code .harrier.toml}. */
final class IgnoreFile {
  static final String NAME = ".harrier.toml";
  private static final Set<String> KEYS = Set.of("rule", "path", "function", "reason");

  private final Path module;
  private final Path file;

  private IgnoreFile(Path module) {
    this.module = module;
    this.file = module.resolve(NAME);
  }

  /** The entries in their order; none if there is no such file. */
  static List<IgnoreEntry> in(Path module) throws SuppressionException, IOException {
    IgnoreFile reader = new IgnoreFile(module);
    return Files.exists(reader.file) ? reader.read() : List.of();
  }

  private List<IgnoreEntry> read() throws SuppressionException, IOException {
    TomlParseResult toml = parsed();
    if (toml.hasErrors()) {
      var first = toml.errors().getFirst();
      throw problem(first.position(), String.valueOf(first.getMessage()));
    }
    List<IgnoreEntry> entries = new ArrayList<>();
    try {
      TomlArray tables = toml.getArray("ignore");
      for (int i = 0; tables != null && i < tables.size(); i++) {
        entries.add(entry(tables.getTable(i), tables.inputPositionOf(i)));
      }
    } catch (TomlInvalidTypeException e) {
      throw problem(
          toml.inputPositionOf("ignore"),
          "expected [[ignore]] tables with strings: " + e.getMessage());
    }
    return entries;
  }

  private TomlParseResult parsed() throws SuppressionException, IOException {
    try {
      return Toml.parse(file);
    } catch (AssertionError e) {
      // tomlj 2.2 has no other word for a header that begins in a damaged line.
      throw problem(null, "this is not TOML: a header such as [[ignore]] is damaged");
    }
  }

  private IgnoreEntry entry(TomlTable table, TomlPosition position) throws SuppressionException {
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
    String at = position == null ? "" : ":" + position.line() + ":" + position.column();
    return new SuppressionException(file + at + ": " + what);
  }
}
