package dev.harrier.leaks;

import dev.harrier.base.file.Sha256;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Explanation;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.InvolvedObject;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.Sightings;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.finding.Witness;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Blocked goroutines as findings: observed if the collector proved that they can't continue, and
 * suspicious if they poll or were only seen blocked.
 */
public final class LeakFindings {
  private static final int BYTES = 8;

  /** The object that a finding of this kind is about, if it has any. */
  private static final ObjectId OBJECT = new ObjectId(1);

  private LeakFindings() {}

  /** The finding about goroutines of one place. */
  public static Finding of(BlockedGoroutines group) {
    boolean proved = group.evidence() == BlockedGoroutines.Evidence.LEAKED;
    Site site = group.site().orElse(Site.UNKNOWN);
    return new Finding(
        Rule.GOROUTINE_LEAK,
        proved ? Strength.OBSERVED : Strength.SUSPICIOUS,
        new Defect.LeakedInProduction(
            group.reason(),
            group.channel().map(c -> new Defect.Awaited(ObjectKind.CHANNEL, c.capacity())),
            group.channel().map(c -> "chan " + c.element()).orElse(""),
            proved,
            group.footprint(),
            group.growth().overTime()),
        Location.of(site),
        "",
        new Explanation(
            List.of(participant(group, proved, site)),
            group.made().isEmpty() ? List.of() : List.of(object(group)),
            List.of(),
            List.of(evidence(group)),
            List.of(),
            Optional.empty()),
        Witness.NONE,
        fingerprint(group, site),
        new Sightings(Math.clamp(group.footprint().goroutines(), 1, Integer.MAX_VALUE), 0));
  }

  /**
   * The GOROOT of the Go that built a program, which the files of its runtime give away; empty if
   * it was built with {@code -trimpath}.
   */
  public static Optional<Path> goRoot(List<BlockedGoroutines> all) {
    return all.stream()
        .flatMap(group -> group.blocked().stream())
        .filter(BlockedGoroutines::isRuntime)
        .map(Site::file)
        .filter(file -> file.contains("/src/runtime/"))
        .map(file -> Path.of(file.substring(0, file.lastIndexOf("/src/runtime/"))))
        .findFirst();
  }

  private static Evidence evidence(BlockedGoroutines group) {
    return switch (group.evidence()) {
      case LEAKED ->
          group.reason().isEndless()
              ? new Evidence.EndlessByDefinition()
              : new Evidence.Unreachable();
      case POLLING -> new Evidence.OnlyTimeWakes();
      case BLOCKED -> new Evidence.BlockedWhenProfiled();
    };
  }

  private static Participant participant(BlockedGoroutines group, boolean proved, Site site) {
    List<Site> stack = group.blocked();
    int from = Math.max(0, stack.indexOf(site));
    List<Site> shown =
        stack.subList(from, stack.size()).stream()
            .filter(s -> s.equals(site) || !BlockedGoroutines.isRuntime(s))
            .toList();
    return new Participant(
        group.first(),
        proved ? Participant.Part.STUCK : Participant.Part.PROFILED,
        new Participant.Condition.Blocked(group.reason(), site),
        group.made().isEmpty() ? List.of() : List.of(OBJECT),
        new Stack(shown, false),
        new Stack(group.created(), true),
        GoroutineId.NONE,
        List.of());
  }

  private static InvolvedObject object(BlockedGoroutines group) {
    return new InvolvedObject(
        OBJECT,
        kind(group.reason()),
        new Stack(
            group.made().stream().filter(s -> !BlockedGoroutines.isRuntime(s)).toList(), true),
        true,
        new InvolvedObject.State.Other(),
        List.of());
  }

  private static ObjectKind kind(BlockReason reason) {
    return switch (reason) {
      case CHAN_SEND, CHAN_RECEIVE, NIL_CHAN_SEND, NIL_CHAN_RECEIVE, SELECT, EMPTY_SELECT ->
          ObjectKind.CHANNEL;
      case MUTEX_LOCK -> ObjectKind.MUTEX;
      case RWMUTEX_LOCK, RWMUTEX_RLOCK -> ObjectKind.RWMUTEX;
      case WAIT_GROUP -> ObjectKind.WAIT_GROUP;
      case COND -> ObjectKind.COND;
      case SEMAPHORE, SLEEP, IO, OTHER, COROUTINE -> ObjectKind.SEMAPHORE;
    };
  }

  /**
   * Names, and how far the two places are from each other where they are in one file: a source
   * often is not at hand, and edits elsewhere move both.
   */
  private static String fingerprint(BlockedGoroutines group, Site site) {
    Site creation = group.creation().orElse(Site.UNKNOWN);
    String distance =
        site.file().equals(creation.file()) ? String.valueOf(site.line() - creation.line()) : "";
    String text =
        String.join(
            "\n",
            Rule.GOROUTINE_LEAK.id(),
            group.reason().name(),
            site.function(),
            creation.function(),
            distance);
    MessageDigest digest = Sha256.create();
    byte[] hash = digest.digest(text.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(hash, 0, BYTES);
  }
}
