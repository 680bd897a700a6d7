package dev.harrier.report.suppress;

import dev.harrier.base.file.ForeignFiles;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Location;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A comment {@code //harrier:ignore rule reason} in a Go file. */
record IgnoreComment(String file, int line, String rule, String reason) implements Suppression {
  private static final Pattern COMMENT =
      Pattern.compile("//harrier:ignore(?:\\s+(?<rule>\\S+))?(?:\\s+(?<reason>.*\\S))?\\s*$");

  /**
   * All in a file, in order; none if it is gone, as tests remove files that they have made, or may
   * not be read.
   */
  static List<IgnoreComment> in(Path file) throws IOException {
    List<IgnoreComment> comments = new ArrayList<>();
    String text;
    try {
      text = new String(Files.readAllBytes(ForeignFiles.checked(file)), StandardCharsets.UTF_8);
    } catch (NoSuchFileException | AccessDeniedException e) {
      return comments;
    }
    if (!text.contains("//harrier:ignore")) {
      return comments;
    }
    int line = 0;
    for (String content : text.lines().toList()) {
      line++;
      Matcher comment = COMMENT.matcher(content);
      if (comment.find()) {
        comments.add(
            new IgnoreComment(
                file.toString(),
                line,
                orEmpty(comment.group("rule")),
                orEmpty(comment.group("reason"))));
      }
    }
    return comments;
  }

  private static String orEmpty(@Nullable String group) {
    return group == null ? "" : group;
  }

  @Override
  public String words() {
    return "//harrier:ignore" + (rule.isEmpty() ? "" : " " + rule);
  }

  /** Of a race either place will do: which one the finding points at is no choice of the user's. */
  @Override
  public boolean covers(Finding finding) {
    return switch (finding.defect()) {
      case Defect.Race race -> isAt(race.first().at()) || isAt(race.second().at());
      case Defect.UnorderedClose race -> isAt(race.send()) || isAt(race.close());
      default -> isAt(finding.location());
    };
  }

  private boolean isAt(Location place) {
    return place.file().equals(file) && (place.line() == line || place.line() == line + 1);
  }
}
