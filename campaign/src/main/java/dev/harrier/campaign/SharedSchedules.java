package dev.harrier.campaign;

import dev.harrier.explore.replay.ReplayCode;
import dev.harrier.explore.replay.ReplayCodeException;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * Schedules that showed something new to one worker, a message order or two operations that can be
 * reversed. Another worker that runs one sees the same, and learns from it whatever the first one
 * did. Used by one thread at a time.
 */
final class SharedSchedules {
  /** Of one item the last ones are shared: what the first executions show is new to everybody. */
  private static final int MOST_OF_TURN = 4;

  private static final int MOST = 32;

  private final Bucket bucket;
  private final BiFunction<Target, Schedule, String> code;
  private final Deque<String> brought = new ArrayDeque<>();
  private final Set<String> known = new HashSet<>();

  /** What each target had when it was looked at last. */
  private final Map<String, Bucket.Seen> seen = new HashMap<>();

  /**
   * @param code a schedule of a target as a replay string
   */
  SharedSchedules(Bucket bucket, BiFunction<Target, Schedule, String> code) {
    this.bucket = bucket;
    this.code = code;
  }

  /** A schedule of the work item brought something. */
  void add(Target target, Schedule schedule) {
    String text = code.apply(target, schedule);
    if (known.add(text)) {
      brought.add(text);
      if (brought.size() > MOST_OF_TURN) {
        brought.remove();
      }
    }
  }

  /**
   * The item is over: others may have what it brought.
   *
   * @return the revision of what they all have of the target; that of before if this adds nothing
   */
  long share(String key, long before) throws IOException {
    if (brought.isEmpty()) {
      return before;
    }
    Bucket.Seen after =
        bucket.change(
            key,
            seen.getOrDefault(key, Bucket.Seen.NOTHING),
            text -> {
              List<String> all = new ArrayList<>(Records.texts(text));
              brought.stream().filter(one -> !all.contains(one)).forEach(all::add);
              return Records.text(all.subList(Math.max(0, all.size() - MOST), all.size()));
            });
    brought.clear();
    seen.put(key, after);
    return after.revision();
  }

  /**
   * The newest ones of others that were not taken here yet.
   *
   * @param revision that they have at least
   */
  List<Schedule> next(String key, long revision, int most) throws IOException {
    if (revision > seen.getOrDefault(key, Bucket.Seen.NOTHING).revision()) {
      seen.put(key, bucket.seen(key));
    }
    List<Schedule> schedules = new ArrayList<>();
    List<String> texts = Records.texts(seen.getOrDefault(key, Bucket.Seen.NOTHING).text());
    for (String text : texts.reversed()) {
      if (schedules.size() < most && known.add(text)) {
        schedule(text).ifPresent(schedules::add);
      }
    }
    return schedules;
  }

  /** All workers are of one version: what is damaged is found again. */
  static Optional<Schedule> schedule(String text) {
    try {
      return Optional.of(ReplayCode.parse(text).schedule());
    } catch (ReplayCodeException e) {
      return Optional.empty();
    }
  }
}
