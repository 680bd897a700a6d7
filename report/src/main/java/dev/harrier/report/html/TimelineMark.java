package dev.harrier.report.html;

import dev.harrier.model.finding.Action;
import dev.harrier.model.finding.ObjectRef;
import dev.harrier.model.trace.GoroutineId;
import java.util.Optional;

/**
 * How a timeline marks an action: its kind, its object, and the goroutine that an arrow leads to.
 */
record TimelineMark(String kind, Optional<ObjectRef> object, Optional<GoroutineId> target) {
  static TimelineMark of(Action action) {
    return switch (action) {
      case Action.Created a -> to("create", a.child());
      case Action.Readied a -> to("ready", a.target());
      case Action.SwitchedTo a -> to("switch", a.next());
      case Action.Exited _ -> plain("exit");
      case Action.Blocked a -> on("block", a.object());
      case Action.Made a -> on("make", a.object());
      case Action.Locked a -> on("lock", a.lock());
      case Action.Unlocked a -> on("unlock", a.lock());
      case Action.Refused a -> on("refused", a.lock());
      case Action.Collected a -> on("collected", a.lock());
      case Action.Sent a -> on("send", a.channel());
      case Action.Received a -> on("receive", a.channel());
      case Action.Closed a -> on("close", a.channel());
      case Action.Waited a -> on("wait", a.object());
      case Action.Added a -> on("add", a.group());
      case Action.Signaled a -> on("signal", a.cond());
      case Action.Broadcast a -> on("signal", a.cond());
      case Action.AskedForDone a -> on("context", a.context());
      case Action.Canceled a -> on("cancel", a.context());
      case Action.TimerFired a -> on("timer", a.channel());
      case Action.SetTimer a -> on("timer", a.timer());
      case Action.ChangedTimer a -> on("timer", a.timer());
      case Action.Accessed _, Action.Used _ -> plain("access");
      case Action.Raced a -> to("race", a.with());
      case Action.Panicked _ -> plain("panic");
      case Action.ReadInput _ -> plain("input");
      case Action.Offered _ -> plain("message");
      case Action.LostRecords _ -> plain("lost");
      case Action.TookDefault _,
          Action.Recovered _,
          Action.BeganTest _,
          Action.FailedTest _,
          Action.EndedTest _,
          Action.Checkpointed _,
          Action.Preferred _ ->
          plain("other");
    };
  }

  private static TimelineMark plain(String kind) {
    return new TimelineMark(kind, Optional.empty(), Optional.empty());
  }

  private static TimelineMark on(String kind, ObjectRef object) {
    return new TimelineMark(
        kind, object.isNil() ? Optional.empty() : Optional.of(object), Optional.empty());
  }

  private static TimelineMark to(String kind, GoroutineId target) {
    return new TimelineMark(kind, Optional.empty(), Optional.of(target));
  }
}
