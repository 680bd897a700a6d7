package dev.harrier.analysis.deadlock;

import dev.harrier.analysis.state.LockState;
import dev.harrier.analysis.story.Words;
import dev.harrier.analysis.stuck.RootCause;
import dev.harrier.analysis.stuck.Stuck;
import dev.harrier.analysis.stuck.StuckGroup;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.ObjectId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The wait-for graph of a group, a line for each goroutine. */
final class WaitLines {
  private WaitLines() {}

  static List<String> of(StuckGroup group) {
    return group.members().stream().map(stuck -> line(stuck, group)).toList();
  }

  /** Everybody in the group who is not a member of this cause. */
  static List<Stuck> others(RootCause cause, StuckGroup group) {
    return group.members().stream().filter(s -> !cause.members().contains(s)).toList();
  }

  private static String line(Stuck stuck, StuckGroup group) {
    Words words = group.story().words();
    StringBuilder line = new StringBuilder(words.goroutine(stuck.id()));
    line.append(" waits in ").append(stuck.reason().words());
    line.append(" at ").append(words.place(group.story().standsAt(stuck.goroutine())));
    if (!stuck.awaited().isEmpty()) {
      line.append(
          stuck.awaited().stream()
              .map(words::object)
              .collect(Collectors.joining(", ", " for ", "")));
    }
    List<String> held = held(stuck, group);
    if (!held.isEmpty()) {
      line.append(", held ").append(String.join(", ", held));
    }
    List<Stuck> targets = group.graph().waitsFor(stuck);
    if (!targets.isEmpty()) {
      line.append(
          targets.stream()
              .map(target -> words.goroutine(target.id()))
              .collect(Collectors.joining(", ", ": waits for ", "")));
    }
    return line.toString();
  }

  private static List<String> held(Stuck stuck, StuckGroup group) {
    List<String> held = new ArrayList<>();
    for (ObjectId id : stuck.awaited()) {
      if (group.program().object(id) instanceof LockState lock) {
        for (Event.Acquire hold : lock.holders()) {
          Words words = group.story().words();
          held.add(
              "by " + words.goroutine(hold.goroutine()) + " since " + words.place(hold.stack()));
        }
      }
    }
    return held;
  }
}
