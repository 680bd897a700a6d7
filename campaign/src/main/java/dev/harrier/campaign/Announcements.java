package dev.harrier.campaign;

import dev.harrier.explore.loop.WorkItem;
import dev.harrier.explore.replay.Replay;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.model.finding.Finding;
import io.nats.client.Message;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The findings of a campaign: each is replayed by another worker before it counts as announced. */
final class Announcements {
  /** How many workers replay a finding before it counts as not to be seen again. */
  private static final int MOST_TRIES = 3;

  private final CampaignServer server;
  private final FindingTexts texts;
  private final String worker;
  private final Heartbeats lease;
  private final Map<String, Target> targets;
  private final Bucket findings;
  private final FindingDocuments documents;
  private final Set<String> tooLarge = new LinkedHashSet<>();
  private final MessageQueue confirm;

  /**
   * @param worker this one
   * @param lease holds the message that is worked on
   * @param targets that this worker can run, by the names that all workers know
   */
  Announcements(
      CampaignServer server,
      FindingTexts texts,
      String worker,
      Heartbeats lease,
      Map<String, Target> targets)
      throws IOException {
    this.server = server;
    this.texts = texts;
    this.worker = worker;
    this.lease = lease;
    this.targets = targets;
    this.findings = server.bucket(Entries.FINDINGS);
    this.documents = new FindingDocuments(server.objects());
    this.confirm = server.queue(MessageQueue.CONFIRM);
  }

  /**
   * Keeps a finding, joined with what others found of it, and asks for another worker's replay if
   * there is something to replay.
   */
  void announce(String target, Finding finding) throws IOException {
    String fingerprint = finding.fingerprint();
    boolean replayable = texts.isReplayable(finding);
    Records.Found first = Records.Found.fresh(target, worker, replayable ? 0 : MOST_TRIES);
    boolean[] wanted = {false};
    findings.change(
        fingerprint,
        text -> {
          Optional<Records.Found> before = Records.found(text);
          Optional<String> there =
              before.isPresent() ? documents.of(before.get()) : Optional.empty();
          String document =
              there.map(d -> texts.joined(d, finding)).orElseGet(() -> texts.text(finding));
          if (!FindingDocuments.fits(document)) {
            tooLarge.add(fingerprint);
            return text;
          }
          boolean was = there.flatMap(texts::finding).filter(texts::isReplayable).isPresent();
          Records.Found found =
              (replayable && !was ? first : before.orElse(first))
                  .in(before.map(Records.Found::targets).orElse(List.of()))
                  .in(List.of(target));
          wanted[0] = replayable && isPending(found);
          return Records.text(found.with(documents.keep(document)));
        });
    if (wanted[0]) {
      confirm.publish(MessageQueue.CONFIRM + ":" + fingerprint, fingerprint);
    }
  }

  /** A finding of another worker to replay. */
  Optional<WorkItem> next() throws IOException {
    Optional<Message> message = confirm.next();
    if (message.isEmpty()) {
      return Optional.empty();
    }
    String fingerprint = confirm.text(message.get());
    Optional<Records.Found> found =
        Records.found(findings.read(fingerprint).orElse("")).filter(Announcements::isPending);
    if (found.isEmpty()) {
      server.acknowledge(message.get());
      return Optional.empty();
    }
    Optional<Target> target = Optional.ofNullable(targets.get(found.get().target()));
    Optional<Schedule> schedule = documents.of(found.get()).flatMap(texts::schedule);
    if (isMine(found.get()) || target.isEmpty() || schedule.isEmpty()) {
      message.get().nakWithDelay(MessageQueue.delayForOthers(message.get()));
      return Optional.empty();
    }
    lease.hold(message.get());
    return Optional.of(new WorkItem.Confirm(target.get(), schedule.get(), fingerprint));
  }

  /** A finding of another worker was replayed. */
  void confirmed(WorkItem.Confirm item, Replay.Outcome outcome) throws IOException {
    if (outcome.runs() == 0) {
      lease.release().ifPresent(Message::nak);
      return;
    }
    boolean shown = outcome.shown() > 0;
    findings.change(
        item.fingerprint(),
        text ->
            Records.found(text)
                .map(f -> Records.text(f.tried(shown ? Optional.of(worker) : Optional.empty())))
                .orElse(text));
    Optional<Message> message = lease.release();
    if (message.isPresent()) {
      if (shown) {
        server.acknowledge(message.get());
      } else {
        message.get().nakWithDelay(CampaignServer.DELAY_FOR_OTHERS);
      }
    }
  }

  /** Whether this is the only worker. */
  @FunctionalInterface
  interface Alone {
    boolean isAlone() throws IOException;
  }

  /**
   * Whether a finding still has to be replayed by another worker.
   *
   * @param alone whether there is no other worker that could replay what this one found
   */
  boolean isWaitedFor(Alone alone) throws IOException {
    if (confirm.isEmpty()) {
      return false;
    }
    boolean mine = alone.isAlone();
    return Records.findings(server).stream()
        .anyMatch(found -> isPending(found) && !(mine && isMine(found)));
  }

  /** How many findings were too large to be announced. */
  int tooLarge() {
    return tooLarge.size();
  }

  private boolean isMine(Records.Found found) {
    return found.foundBy().equals(worker);
  }

  /** Whether it may still be replayed by another worker. What has no schedule never is. */
  static boolean isPending(Records.Found found) {
    return found.confirmedBy().isEmpty() && found.tries() < MOST_TRIES;
  }
}
