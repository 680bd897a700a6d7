package dev.harrier.campaign;

import static java.util.Objects.requireNonNull;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The entries of the buckets and the messages, as JSON. */
final class Records {
  private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

  private static final String FOREIGN =
      "there is an entry of the campaign on the server that no Harrier wrote, or that is damaged";

  private Records() {}

  /**
   * A target in the corpus.
   *
   * @param executions that count
   * @param queued the number at which the newest published item begins; -1 for none
   * @param item that counted last
   * @param share how many executions its next item has
   * @param schedules that showed findings, as replay strings
   * @param shared the revision of those that showed something else; 0 if there are none
   * @param problem why it can't be explored; "" if it can
   * @param complete whether a worker has explored every schedule of it
   */
  record Target(
      String name,
      long executions,
      long queued,
      String item,
      int share,
      List<String> schedules,
      long shared,
      String problem,
      boolean complete) {
    Target {
      requireNonNull(name);
      requireNonNull(item);
      requireNonNull(problem);
      schedules = List.copyOf(schedules);
    }

    /** One that no worker has explored yet. */
    static Target fresh(String name, int share) {
      return new Target(name, 0, -1, "", share, List.of(), 0, "", false);
    }

    Target queuedAt(long first) {
      return new Target(name, executions, first, item, share, schedules, shared, problem, complete);
    }
  }

  /**
   * A message: explore a target.
   *
   * @param target as it was when this was published, so that no worker needs to ask for it
   * @param revision of that in the corpus; 0 if it is not known
   * @param executions of this item
   */
  record Work(Target target, long revision, int executions) {
    Work {
      requireNonNull(target);
    }

    /** The number at which the item begins. */
    long first() {
      return target.executions();
    }
  }

  /**
   * A finding.
   *
   * @param target that showed it
   * @param targets in which it was looked at without a proof, or some of them if they are many
   * @param document what {@link FindingDocuments} has kept of the finding
   * @param foundBy a worker
   * @param confirmedBy another worker; "" until one has replayed it
   * @param tries how many workers replayed it; as many as ever do if there is nothing to replay
   */
  record Found(
      String target,
      List<String> targets,
      String document,
      String foundBy,
      String confirmedBy,
      int tries) {
    /** More targets than this are not kept apart. */
    private static final int MANY = 16;

    Found {
      requireNonNull(target);
      requireNonNull(document);
      requireNonNull(foundBy);
      requireNonNull(confirmedBy);
      targets = List.copyOf(targets);
    }

    /** One that no worker has tried to confirm. */
    static Found fresh(String target, String foundBy, int tries) {
      return new Found(target, List.of(), "", foundBy, "", tries);
    }

    /** The same, as it is now. */
    Found with(String other) {
      return new Found(target, targets, other, foundBy, confirmedBy, tries);
    }

    /** The same, seen in more targets. */
    Found in(Collection<String> others) {
      List<String> all =
          Stream.concat(targets.stream(), others.stream()).distinct().limit(MANY).toList();
      return new Found(target, all, document, foundBy, confirmedBy, tries);
    }

    /** Replayed again. */
    Found tried(Optional<String> confirmer) {
      return new Found(
          target, targets, document, foundBy, confirmer.orElse(confirmedBy), tries + 1);
    }

    /** Whether it was only seen in some targets. */
    boolean isOnlyIn(Set<String> some) {
      return !targets.isEmpty() && targets.size() < MANY && some.containsAll(targets);
    }
  }

  static String text(Object value) {
    return GSON.toJson(value);
  }

  static Optional<Target> target(String text) throws IOException {
    return read(text, Target.class);
  }

  static Optional<Found> found(String text) throws IOException {
    return read(text, Found.class);
  }

  /** All targets of a campaign. */
  static List<Target> targets(CampaignServer server) throws IOException {
    List<Target> all = new ArrayList<>();
    for (String text : server.bucket(Entries.TARGETS).all().values()) {
      target(text).ifPresent(all::add);
    }
    return all;
  }

  /** All findings of a campaign. */
  static List<Found> findings(CampaignServer server) throws IOException {
    List<Found> all = new ArrayList<>();
    for (String text : server.bucket(Entries.FINDINGS).all().values()) {
      found(text).ifPresent(all::add);
    }
    return all;
  }

  static Optional<CampaignTerms> terms(String text) throws IOException {
    return read(text, CampaignTerms.class);
  }

  static Optional<SharedPrograms.Built> built(String text) throws IOException {
    return read(text, SharedPrograms.Built.class);
  }

  /** A list of texts; none if there is nothing. */
  static List<String> texts(String text) throws IOException {
    return read(text, String[].class).map(List::of).orElse(List.of());
  }

  static Work work(String message) throws IOException {
    return read(message, Work.class).orElseThrow(() -> new IOException(FOREIGN));
  }

  /**
   * What was written as such a text; empty if there is nothing. A command without the key reads
   * what anyone may have written.
   *
   * @throws IOException if it is something else; the message is for the user
   */
  private static <T> Optional<T> read(String text, Class<T> type) throws IOException {
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.ofNullable(GSON.fromJson(text, type));
    } catch (RuntimeException e) { // Gson wraps what the constructor of a record throws.
      throw new IOException(FOREIGN, e);
    }
  }
}
