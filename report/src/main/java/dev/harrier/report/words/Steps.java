package dev.harrier.report.words;

import dev.harrier.base.text.Plurals;
import dev.harrier.model.finding.Access;
import dev.harrier.model.finding.HeldLock;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.Step;
import dev.harrier.model.finding.Step.Case.OtherEnd;
import dev.harrier.model.finding.Step.Considered.Synchronization;
import dev.harrier.model.finding.Step.WouldBlock.Obstacle;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.Role;
import java.util.List;
import java.util.stream.Collectors;

/** One step of how a defect happened, as a sentence. */
public final class Steps {
  private Steps() {}

  /** The step with its goroutine and its place. */
  public static String of(Step step) {
    return switch (step) {
      case Step.Made made ->
          Names.object(made.object()) + " was made at " + Names.place(made.site());
      case Step.Created created ->
          "%s created %s at %s"
              .formatted(
                  Names.goroutine(created.creator()),
                  Names.goroutine(created.child()),
                  Names.place(created.site()));
      case Step.Performed performed ->
          ActionWords.withGoroutine(performed.operation()) + remark(performed.remark());
      case Step.ExitedHolding exited ->
          "%s exited without unlocking %s"
              .formatted(Names.goroutine(exited.goroutine()), Names.object(exited.lock()));
      case Step.BegunAfterEnd after ->
          "%s entered %s, at %s, after %s had entered %s, at %s"
              .formatted(
                  Names.goroutine(after.goroutine()),
                  Names.function(after.begun()),
                  Names.place(after.begun()),
                  Names.goroutine(after.by()),
                  Names.function(after.ended()),
                  Names.place(after.ended()));
      case Step.Releasers releasers -> releasers(releasers);
      case Step.Waits waits -> waits(waits);
      case Step.Holds holds -> Names.goroutine(holds.goroutine()) + " " + holds(holds);
      case Step.WouldBlock would -> Names.goroutine(would.goroutine()) + " " + wouldBlock(would);
      case Step.Blocked blocked ->
          "%s blocked in %s at %s and %s"
              .formatted(
                  Names.goroutine(blocked.goroutine()),
                  Names.wait(blocked.reason()),
                  Names.place(blocked.site()),
                  blocked.forGood() ? "can't continue" : "is still blocked");
      case Step.Case one -> Names.goroutine(one.goroutine()) + " waits in " + channelCase(one);
      case Step.MoreStuck more ->
          Plurals.count(more.goroutines(), "more goroutine") + " stuck with it";
      case Step.Panicked panicked ->
          "%s panicked at %s%s"
              .formatted(
                  Names.goroutine(panicked.goroutine()),
                  Names.place(panicked.site()),
                  DefectWords.said(panicked.text()));
      case Step.Declared declared ->
          "%s is declared in %s at %s"
              .formatted(declared.variable(), declared.owner(), Names.place(declared.at()));
      case Step.Accessed accessed -> accessed(accessed);
      case Step.Considered considered -> "considered: " + considered(considered.what());
      case Step.AlsoRaces also ->
          "also races: %s (%s) with %s (%s)"
              .formatted(
                  Names.place(also.first().at()),
                  DefectWords.verb(also.first()),
                  Names.place(also.second().at()),
                  DefectWords.verb(also.second()));
    };
  }

  /** The step as it stands below its goroutine: a case does not name it again. */
  public static String below(Step step) {
    return step instanceof Step.Case one ? channelCase(one) : of(step);
  }

  /**
   * {@code case <-w.jobs (o3) at w.go:12: no other goroutine has used it}, without the goroutine.
   */
  private static String channelCase(Step.Case step) {
    boolean nil = step.channel().isNil();
    String channel = nil ? "nil" : Names.object(step.channel());
    if (!step.name().isEmpty()) {
      channel = nil ? step.name() : "%s (%s)".formatted(step.name(), step.channel().id());
    }
    String operation =
        switch (step.direction()) {
          case RECEIVE -> "<-" + channel;
          case SEND -> channel + " <-";
        };
    String head = step.isAlone() ? operation : "case " + operation;
    String place =
        step.line() == 0 || step.isAlone()
            ? ""
            : " at %s:%d".formatted(Names.baseName(step.site().file()), step.line());
    return "%s%s: %s".formatted(head, place, otherEnd(step));
  }

  private static String otherEnd(Step.Case step) {
    return switch (step.otherEnd()) {
      case OtherEnd.Nil _ -> "the channel is nil";
      case OtherEnd.Clock _ -> "a timer sends on it";
      case OtherEnd.OfContext of ->
          "%s is not canceled%s"
              .formatted(
                  Names.object(of.context()),
                  of.maker().equals(GoroutineId.NONE)
                      ? ""
                      : "; %s made it at %s"
                          .formatted(Names.goroutine(of.maker()), Names.place(of.made())));
      case OtherEnd.Users(Step.Releasers users) when users.releasers().isEmpty() ->
          "no other goroutine has "
              + switch (step.direction()) {
                case SEND -> "received from it";
                case RECEIVE -> "sent on it or closed it";
              };
      case OtherEnd.Users(Step.Releasers users) -> releasers(users);
    };
  }

  private static String remark(Step.Performed.Remark remark) {
    return switch (remark) {
      case NONE -> "";
      case NO_WAITER -> " when no goroutine was waiting";
      case NEVER_UNLOCKED -> " and did not unlock it";
      case FIRST_OF_ITS_GOROUTINE -> ", its first operation";
    };
  }

  private static String releasers(Step.Releasers step) {
    if (step.releasers().isEmpty()) {
      return (step.used()
              ? "no other goroutine that used %s did what would release it"
              : "no other goroutine ever used %s")
          .formatted(Names.object(step.object()));
    }
    String named = step.releasers().stream().map(Steps::releaser).collect(Collectors.joining("; "));
    return step.unnamed() ? named + "; others did too" : named;
  }

  private static String releaser(Step.Releasers.Releaser releaser) {
    String did =
        releaser.did().stream().sorted().map(Steps::did).collect(Collectors.joining(" and "));
    return "%s %s before and %s"
        .formatted(
            Names.goroutine(releaser.goroutine()), did, Parts.conditionAsPredicate(releaser.now()));
  }

  private static String did(Role role) {
    return switch (role) {
      case MADE -> "made it";
      case SENT -> "sent on it";
      case RECEIVED -> "received from it";
      case CLOSED -> "closed it";
      case LOCKED -> "locked it";
      case UNLOCKED -> "unlocked it";
      case ADDED -> "called Add";
      case DONE -> "called Done";
      case WAITED -> "waited for it";
      case SIGNALED -> "signaled it";
      case CANCELED -> "canceled it";
    };
  }

  private static String waits(Step.Waits step) {
    StringBuilder line = new StringBuilder(Names.goroutine(step.goroutine()));
    line.append(" waits in ").append(Names.wait(step.reason()));
    line.append(" at ").append(Names.place(step.site()));
    if (!step.objects().isEmpty()) {
      line.append(
          step.objects().stream()
              .map(Names::object)
              .collect(Collectors.joining(", ", " for ", "")));
    }
    if (!step.holders().isEmpty()) {
      line.append(
          step.holders().stream()
              .map(h -> Names.goroutine(h.goroutine()) + " since " + Names.place(h.since()))
              .collect(Collectors.joining(", ", ", held by ", "")));
    }
    if (!step.targets().isEmpty()) {
      line.append(": waits for ").append(Names.goroutines(step.targets()));
      if (step.more() > 0) {
        line.append(" and %,d more".formatted(step.more()));
      }
    }
    return line.toString();
  }

  /** Without the goroutine. */
  static String holds(Step.Holds step) {
    return (step.mode() == LockMode.READ ? "read-locked " : "locked ")
        + Names.object(step.lock())
        + " at "
        + Names.place(step.since());
  }

  /** Without the goroutine. */
  static String wouldBlock(Step.WouldBlock step) {
    String doing =
        switch (step.attempt()) {
          case LOCK -> "locking ";
          case READ_LOCK -> "read-locking ";
          case SEND -> "sending on ";
          case RECEIVE -> "receiving from ";
          case WAIT -> "waiting for ";
        };
    return "would block at %s %s%s, %s"
        .formatted(
            Names.place(step.site()),
            doing,
            Names.object(step.object()),
            obstacle(step.obstacle()));
  }

  private static String obstacle(Obstacle obstacle) {
    return switch (obstacle) {
      case Obstacle.HeldBy held ->
          "which %s holds since %s"
              .formatted(Names.goroutine(held.goroutine()), Names.place(held.since()));
      case Obstacle.WriterWaits writer ->
          "which %s waits to lock first, at %s"
              .formatted(Names.goroutine(writer.goroutine()), Names.place(writer.site()));
      case Obstacle.NotYetDone done ->
          "for what %s does at %s"
              .formatted(Names.goroutine(done.goroutine()), Names.place(done.site()));
    };
  }

  private static String accessed(Step.Accessed step) {
    Access access = step.access();
    return "%s %s it at %s%s%s"
        .formatted(
            access.at().function(),
            access.write() ? "writes" : "reads",
            Names.place(access.at()),
            access.by().map(Steps::startedBy).orElse(""),
            step.holding().isEmpty() ? "" : ", holding " + locks(step.holding()));
  }

  /** After a blank: by which goroutine. */
  private static String startedBy(Access.Launch launch) {
    return " by " + goroutine(launch, launch.at());
  }

  /** By where it was started, as that is called from a place. */
  static String goroutine(Access.Launch launch, Location from) {
    return "the goroutine started at %s (%s)"
        .formatted(Names.place(launch.at(), from), launch.means());
  }

  static String locks(List<HeldLock> locks) {
    return locks.stream()
        .map(l -> l.name() + (l.mode() == LockMode.READ ? " for reading" : ""))
        .sorted()
        .collect(Collectors.joining(", "));
  }

  private static String considered(Synchronization what) {
    return switch (what) {
      case Synchronization.HeldByOne one ->
          "only the %s access holds %s".formatted(one.byFirst() ? "first" : "second", one.lock());
      case Synchronization.OnlyReadLocked both ->
          "both hold " + both.lock() + ", but only for reading (RLock)";
      case Synchronization.OwnInstances own ->
          "each goroutine holds its own instance of " + own.lock();
      case Synchronization.NotAlwaysPassed some ->
          some.points().stream()
              .map(p -> p.operation() + " at " + Names.place(p.at()))
              .collect(
                  Collectors.joining(
                      ", ", "", "; not every execution passes them between the two accesses"));
    };
  }
}
