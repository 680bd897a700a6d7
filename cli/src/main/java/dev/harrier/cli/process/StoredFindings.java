package dev.harrier.cli.process;

import dev.harrier.ide.current.StoredFinding;
import dev.harrier.report.RunId;
import dev.harrier.report.RunReport;
import dev.harrier.report.store.RunStore;
import dev.harrier.report.store.StoreException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The findings of stored runs, by what users call them. */
public final class StoredFindings {
  private static final Pattern PREFIX = Pattern.compile("[0-9a-f]{4,16}");

  private final RunStore store;

  public StoredFindings(RunStore store) {
    this.store = store;
  }

  /**
   * All that stored runs have of one finding, the newest run first; never empty.
   *
   * @param name the first digits of its fingerprint, or those behind the name of a run and a slash
   * @throws UserError if it names no finding, or several
   */
  public List<StoredFinding> find(String name) throws UserError, StoreException {
    int slash = name.indexOf('/');
    String prefix = name.substring(slash + 1);
    if (!PREFIX.matcher(prefix).matches()
        || (slash >= 0 && !RunId.isRunId(name.substring(0, slash)))) {
      throw UserError.usage(
          ("'%s' names no finding. Give the first 4 to 16 digits of its fingerprint, RUN/DIGITS, or"
                  + " a whole replay string")
              .formatted(name));
    }
    List<RunId> runs = slash < 0 ? store.list() : List.of(new RunId(name.substring(0, slash)));
    Map<String, List<StoredFinding>> found = new LinkedHashMap<>();
    for (RunId run : runs) {
      // One run after the other: all together may be large.
      StoredFinding.beginning(prefix, read(run).stream().toList())
          .forEach(
              (print, own) -> found.computeIfAbsent(print, _ -> new ArrayList<>()).addAll(own));
    }
    if (found.isEmpty()) {
      throw UserError.usage(
          ("no stored run has a finding that begins with %s; harrier report -list shows the runs."
                  + " Older runs are removed: the whole replay string of a report works without them")
              .formatted(prefix));
    }
    if (found.size() > 1) {
      throw UserError.usage(StoredFinding.ambiguous(prefix, found.values()));
    }
    return found.values().iterator().next();
  }

  /** A run that was cut short has no findings to show. */
  private Optional<RunReport> read(RunId run) throws StoreException {
    try {
      return Optional.of(store.read(run));
    } catch (StoreException.Unreadable e) {
      return Optional.empty();
    }
  }
}
