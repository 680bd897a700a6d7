package dev.harrier.cli.replay;

import dev.harrier.cli.session.UserError;
import dev.harrier.explore.replay.ReplayCode;
import dev.harrier.explore.replay.ReplayCodeException;
import dev.harrier.model.finding.Finding;
import dev.harrier.report.RunId;
import dev.harrier.report.store.RunStore;
import dev.harrier.report.store.StoreException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds the schedule that somebody means. */
final class StoredFindings {
  private static final Pattern PREFIX = Pattern.compile("[0-9a-f]{4,16}");

  private final RunStore store;

  StoredFindings(RunStore store) {
    this.store = store;
  }

  /** What {@code harrier replay} was given, as a replay string. */
  ReplayCode resolve(String finding) throws UserError, StoreException {
    try {
      if (ReplayCode.isMeant(finding)) {
        return ReplayCode.parse(finding);
      }
      return ReplayCode.parse(schedule(finding));
    } catch (ReplayCodeException e) {
      throw UserError.usage(String.valueOf(e.getMessage()));
    }
  }

  private String schedule(String finding) throws UserError, StoreException {
    int slash = finding.indexOf('/');
    String prefix = finding.substring(slash + 1);
    if (!PREFIX.matcher(prefix).matches()
        || (slash >= 0 && !RunId.isRunId(finding.substring(0, slash)))) {
      throw UserError.usage(
          ("'%s' names no finding. Give the first 4 to 16 digits of its fingerprint, RUN/DIGITS, or"
                  + " a whole replay string")
              .formatted(finding));
    }
    List<RunId> runs = slash < 0 ? store.list() : List.of(new RunId(finding.substring(0, slash)));
    Optional<Finding> withoutSchedule = Optional.empty();
    for (RunId run : runs) {
      for (Finding candidate : findings(run)) {
        if (candidate.fingerprint().startsWith(prefix)) {
          if (candidate.witness().schedule().isPresent()) {
            return candidate.witness().schedule().get();
          }
          withoutSchedule = Optional.of(candidate);
        }
      }
    }
    throw UserError.usage(
        withoutSchedule
            .map(f ->
                "finding %s has no schedule yet: it was found in a run that Go's scheduler controlled. Look for one with: harrier fuzz -run '^%s$' %s"
                    .formatted(f.fingerprint(), top(f.test()), f.location().packagePath()))
            .orElse(
                "no stored run has a finding that begins with %s; harrier report --list shows the runs"
                    .formatted(prefix)));
  }

  /** A run that was cut short has no findings to show. */
  private List<Finding> findings(RunId run) throws StoreException {
    try {
      return store.read(run).findings();
    } catch (StoreException.Unreadable e) {
      return List.of();
    }
  }

  private static String top(String test) {
    int slash = test.indexOf('/');
    return slash < 0 ? test : test.substring(0, slash);
  }
}
