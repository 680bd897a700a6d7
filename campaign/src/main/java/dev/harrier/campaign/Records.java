package dev.harrier.campaign;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonSyntaxException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The entries of the buckets and the messages, as JSON. */
final class Records {
  private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

  private Records() {}

  /**
   * A target in the corpus.
   *
   * @param executions that count
   * @param queued the number at which the newest published turn begins; -1 for none
   * @param turn that counted last
   * @param share how many executions its next turn has
   * @param schedules that showed findings, as replay strings
   * @param problem why it can't be explored; "" if it can
   */
  record Target(
      String name,
      long executions,
      long queued,
      String turn,
      int share,
      List<String> schedules,
      String problem) {
    Target {
      schedules = List.copyOf(schedules);
    }

    /** One that nobody has explored yet. */
    static Target fresh(String name, int share) {
      return new Target(name, 0, -1, "", share, List.of(), "");
    }

    Target queuedAt(long first) {
      return new Target(name, executions, first, turn, share, schedules, problem);
    }
  }

  /** A message: explore a target. */
  record Work(String target, long first, int executions) {}

  /**
   * A finding.
   *
   * @param target that showed it
   * @param document what {@link FindingDocuments} has kept of the finding
   * @param foundBy a worker
   * @param confirmedBy another worker; "" until one has replayed it
   * @param tries how many workers replayed it; as many as ever do if there is nothing to replay
   */
  record Found(String target, String document, String foundBy, String confirmedBy, int tries) {
    /** The same, as it is now. */
    Found with(String other) {
      return new Found(target, other, foundBy, confirmedBy, tries);
    }
  }

  static String text(Object value) {
    return GSON.toJson(value);
  }

  static Optional<Target> target(String text) {
    return text.isEmpty()
        ? Optional.empty()
        : Optional.ofNullable(GSON.fromJson(text, Target.class));
  }

  static Optional<Found> found(String text) {
    return text.isEmpty()
        ? Optional.empty()
        : Optional.ofNullable(GSON.fromJson(text, Found.class));
  }

  static Optional<CampaignTerms> terms(String text) {
    return text.isEmpty()
        ? Optional.empty()
        : Optional.ofNullable(GSON.fromJson(text, CampaignTerms.class));
  }

  static Optional<SharedPrograms.Built> built(String text) {
    return text.isEmpty()
        ? Optional.empty()
        : Optional.ofNullable(GSON.fromJson(text, SharedPrograms.Built.class));
  }

  /** A list of texts; none if there is nothing. */
  static List<String> texts(String text) {
    return text.isEmpty() ? List.of() : List.of(GSON.fromJson(text, String[].class));
  }

  static Work work(byte @Nullable [] message) throws IOException {
    try {
      return GSON.fromJson(
          new String(message == null ? new byte[0] : message, StandardCharsets.UTF_8), Work.class);
    } catch (JsonSyntaxException e) {
      throw new IOException("there is a message in the queue that no Harrier wrote", e);
    }
  }
}
