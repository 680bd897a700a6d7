package dev.harrier.cli.output;

import dev.harrier.report.words.RuleNames;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** The pages of the documentation on rules, which are part of the program. */
public final class RulePages {
  private static final String PAGES = "/findings/";
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| \\[([a-z-]+)]\\(\\1\\.md\\) \\| (.*) \\|$");

  /** The names of all rules. */
  public static final RuleNames NAMES = new RuleNames(() -> all().keySet());

  private RulePages() {}

  /** What each rule reports, in the order of the documentation. */
  public static Map<String, String> all() {
    return Collections.unmodifiableMap(Table.RULES);
  }

  /** Read once, and only if a rule is asked for. */
  private static final class Table {
    static final Map<String, String> RULES = new LinkedHashMap<>();

    static {
      ROW.matcher(text("README")).results().forEach(row -> RULES.put(row.group(1), row.group(2)));
    }

    private Table() {}
  }

  /** The page of a rule, in Markdown. */
  public static String text(String rule) {
    String name = rule + ".md";
    try (InputStream page = RulePages.class.getResourceAsStream(PAGES + name)) {
      if (page == null) {
        throw new IllegalStateException("no page " + name);
      }
      return new String(page.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
