package dev.harrier.analysis.explain;

import dev.harrier.base.file.Sha256;
import dev.harrier.model.trace.Site;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The identity of a defect: rule, kind of the operation, where it shows, where its goroutine was
 * created ({@link Frames#creator}), and all other places that make it up.
 *
 * <p>A site is named by its function, the text of its line and, because a function can hold the
 * same line twice, by how many equal lines stand before it in the same top-level function.
 * Functions begin, in formatted Go, at a line that starts with {@code func}. So the identity
 * survives edits outside the function and most edits inside, moves with the function to another
 * file, and does not depend on the machine. It changes when the line itself changes or the function
 * is renamed. The other places count as a set, and so do all places of a cycle, which has no first
 * member.
 */
public final class Fingerprints {
  private static final int BYTES = 8;

  private final SourceLines sources;

  public Fingerprints(SourceLines sources) {
    this.sources = sources;
  }

  /** 16 hexadecimal digits. */
  public String of(String rule, String operation, Site where, Site createdAt, List<Site> others) {
    List<String> parts = new ArrayList<>();
    parts.add(rule);
    parts.add(operation);
    parts.add(identity(where));
    parts.add(identity(createdAt));
    parts.addAll(identities(others));
    return of(parts);
  }

  /** The same of goroutines that wait for each other at these places. */
  public String ofCycle(String rule, List<Site> places) {
    List<String> parts = new ArrayList<>();
    parts.add(rule);
    parts.addAll(identities(places));
    return of(parts);
  }

  private List<String> identities(List<Site> sites) {
    return sites.stream().map(this::identity).distinct().sorted().toList();
  }

  private static String of(List<String> parts) {
    MessageDigest digest = Sha256.create();
    for (String part : parts) {
      digest.update(part.getBytes(StandardCharsets.UTF_8));
      digest.update((byte) 0);
    }
    return HexFormat.of().formatHex(digest.digest(), 0, BYTES);
  }

  private String identity(Site site) {
    List<String> lines = sources.of(site.file());
    if (site.line() < 1 || site.line() > lines.size()) {
      return site.function();
    }
    String text = lines.get(site.line() - 1).strip();
    int equal = 0;
    for (int i = site.line() - 2; i >= 0 && !lines.get(i + 1).startsWith("func"); i--) {
      if (lines.get(i).strip().equals(text)) {
        equal++;
      }
    }
    return site.function() + '\n' + text + '\n' + equal;
  }
}
