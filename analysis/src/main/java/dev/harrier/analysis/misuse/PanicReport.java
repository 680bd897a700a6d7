package dev.harrier.analysis.misuse;

import dev.harrier.analysis.state.PanicMoment;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.analysis.story.Report;
import dev.harrier.analysis.story.Storyteller;
import dev.harrier.analysis.story.Words;
import dev.harrier.model.finding.GoroutineStory;
import dev.harrier.model.finding.ObjectStory;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Stack;
import java.util.ArrayList;
import java.util.List;

/** Collects the report of a panic: what all rules about panics tell alike. */
final class PanicReport {
  private final Rule rule;
  private final Event.Panic panic;
  private final ProgramState program;
  private final Storyteller story;
  private final List<GoroutineStory> goroutines = new ArrayList<>();
  private final List<ObjectStory> objects = new ArrayList<>();
  private final List<String> steps = new ArrayList<>();

  PanicReport(Rule rule, PanicMoment moment, ProgramState program, Storyteller story) {
    this.rule = rule;
    this.panic = moment.panic();
    this.program = program;
    this.story = story;
    goroutines.add(story.panicked(moment));
  }

  private Stack stack() {
    return program.trace().stack(panic.stack());
  }

  PanicReport object(ObjectId id) {
    objects.add(story.object(id));
    program.object(id).recent().stream()
        .filter(event -> event.order() < panic.order())
        .map(story.words()::operationBy)
        .forEach(steps::add);
    return this;
  }

  PanicReport goroutine(GoroutineId id, String role, Stack at) {
    if (!id.equals(panic.goroutine())) {
      goroutines.add(story.goroutine(id, role, at));
    }
    return this;
  }

  PanicReport step(String line) {
    steps.add(line);
    return this;
  }

  Report message(String message) {
    steps.add(
        story.words().goroutine(panic.goroutine())
            + " panicked at "
            + story.words().place(stack())
            + said(panic));
    return new Report(
        rule,
        Strength.OBSERVED,
        message,
        "panic",
        stack(),
        story.createdAt(panic.goroutine()),
        program.testOf(panic.goroutine()),
        goroutines,
        objects,
        steps,
        (panic.fatal() ? "the process ended with a fatal error" : "the process ended with a panic")
            + said(panic));
  }

  /** A colon and the first line of what the panic says; nothing if it says nothing. */
  static String said(Event.Panic panic) {
    String line = Words.firstLine(panic.message()).strip();
    return line.isEmpty() ? "" : ": " + line;
  }
}
