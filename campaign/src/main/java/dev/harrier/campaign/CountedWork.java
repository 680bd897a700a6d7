package dev.harrier.campaign;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * The targets of a campaign in its corpus. The executions of a work item count if no worker has
 * counted that item yet, by compare-and-swap on the number at which it began; the next one is
 * published before the last is acknowledged, so that each open target has a message. Used by one
 * thread at a time.
 */
final class CountedWork {
  /** A work item of which an idle worker hears nothing for so long is published again. */
  private static final Duration STALLED = CampaignServer.SILENCE.multipliedBy(3);

  private final Bucket corpus;
  private final MessageQueue queue;
  private final CampaignTerms terms;
  private final Set<String> targets;
  private final String worker;
  private final Heartbeats.Unchanged progress = new Heartbeats.Unchanged();
  private final Set<String> closed = new HashSet<>();
  private long items;

  /**
   * @param queue of the work items
   * @param targets that this worker can run, by the names that all workers know
   * @param worker this one
   */
  CountedWork(
      Bucket corpus, MessageQueue queue, CampaignTerms terms, Set<String> targets, String worker) {
    this.corpus = corpus;
    this.queue = queue;
    this.terms = terms;
    this.targets = targets;
    this.worker = worker;
  }

  /** What stands for a target in names of entries and messages. */
  static String key(String target) {
    return UUID.nameUUIDFromBytes(target.getBytes(StandardCharsets.UTF_8)).toString();
  }

  private Records.Target target(String name) throws IOException {
    return target(corpus.read(key(name)).orElse(""), name);
  }

  private static Records.Target target(String text, String name) throws IOException {
    return Records.target(text).orElseGet(() -> fresh(name));
  }

  private static Records.Target fresh(String name) {
    return Records.Target.fresh(name, WorkItemLength.FIRST);
  }

  /** Publishes the first item of each target, unless another worker has. */
  void begin() throws IOException {
    for (String name : targets) {
      Records.Target now = target(name);
      if (now.queued() < now.executions()) {
        publish(now, 0, "");
        corpus.change(
            key(name),
            text -> {
              Records.Target then = Records.target(text).orElse(now);
              return then.queued() >= now.executions()
                  ? text
                  : Records.text(then.queuedAt(now.executions()));
            });
      }
    }
  }

  /**
   * Publishes the next item of a target, unless it is done. Twice is no harm: one of both counts.
   *
   * @param revision of the target in the corpus; 0 if it is not known
   * @param how "" if the same message is recognized when it is published twice
   */
  private void publish(Records.Target now, long revision, String how) throws IOException {
    if (terms.isOpen(now)) {
      int share = (int) Math.min(now.share(), terms.perTest() - now.executions());
      queue.publish(
          key(now.name()) + ":" + now.executions() + how,
          Records.text(new Records.Work(now, revision, share)));
    }
  }

  /**
   * Whether a work item that another worker had before is counted. The worker that did so may have
   * been killed before the next one was published, so that is done now.
   */
  boolean isCounted(Records.Work work) throws IOException {
    Records.Target now = target(work.target().name());
    if (now.executions() == work.first()) {
      return false;
    }
    publish(now, 0, "");
    return true;
  }

  /**
   * The result of a work item.
   *
   * @param proving executions that simplified and replayed findings
   * @param brought whether it brought a finding or coverage that is new here
   * @param schedules that showed findings
   * @param shared the revision of those that showed something else
   * @param problem why the target is not to be explored further; "" if it is
   * @param complete whether every schedule of the target is known here
   */
  record Result(
      Duration duration,
      long executions,
      long proving,
      boolean brought,
      List<String> schedules,
      long shared,
      String problem,
      boolean complete) {
    Result {
      schedules = List.copyOf(schedules);
    }

    /** A target after that. */
    Records.Target after(Records.Target before, String item) {
      Set<String> shown = new LinkedHashSet<>(before.schedules());
      shown.addAll(schedules);
      long executed = before.executions() + executions;
      return new Records.Target(
          before.name(),
          executed,
          executed,
          item,
          WorkItemLength.after(before.share(), brought, duration, executions + proving),
          List.copyOf(shown),
          shared,
          problem,
          before.complete() || complete);
    }
  }

  /**
   * The executions of a work item count, and the next one is published, unless another worker has.
   */
  boolean count(Records.Work work, Result result) throws IOException {
    String name = work.target().name();
    String item = worker + ":" + ++items;
    boolean[] counted = {false};
    Bucket.Seen supposed =
        work.revision() > 0
            ? new Bucket.Seen(Records.text(work.target()), work.revision())
            : corpus.seen(key(name));
    Bucket.Seen after =
        corpus.change(
            key(name),
            supposed,
            text -> {
              Records.Target now = target(text, name);
              boolean ours = now.item().equals(item); // The answer to our change was lost.
              boolean ahead = now.executions() == work.first();
              counted[0] = ours || ahead;
              return ahead && !ours ? Records.text(result.after(now, item)) : text;
            });
    if (counted[0]) {
      publish(Records.target(after.text()).orElseThrow(), after.revision(), "");
    }
    return counted[0];
  }

  /**
   * Publishes again what no worker seems to be at work on. The server does so by itself; but if the
   * one that leads now is late next to the one that gave the item to a worker, not for long.
   *
   * @return whether there was any
   */
  boolean revive() throws IOException {
    boolean any = false;
    for (String name : targets) {
      if (!closed.contains(name)) {
        Records.Target now = target(name);
        if (terms.isOpen(now) && progress.since(name, now.executions()).compareTo(STALLED) > 0) {
          publish(now, 0, ":again");
          any = true;
        }
      }
    }
    return any;
  }

  /** Whether no target may be explored further. */
  boolean isAllClosed() throws IOException {
    for (String name : targets) {
      if (!closed.contains(name) && terms.isOpen(target(name))) {
        return false;
      }
      closed.add(name);
    }
    return true;
  }
}
