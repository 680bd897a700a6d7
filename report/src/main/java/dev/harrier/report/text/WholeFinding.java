package dev.harrier.report.text;

import dev.harrier.model.finding.Cause;
import dev.harrier.model.finding.Contrast;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Interleaving;
import dev.harrier.model.finding.InvolvedObject;
import dev.harrier.model.finding.Operation;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.finding.Step;
import dev.harrier.model.finding.Witness;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.report.words.ActionWords;
import dev.harrier.report.words.Advice;
import dev.harrier.report.words.Causes;
import dev.harrier.report.words.ContrastWords;
import dev.harrier.report.words.Parts;
import dev.harrier.report.words.ShapeWords;
import dev.harrier.report.words.Steps;
import java.util.List;
import java.util.Optional;

/** All that is known of a finding: what {@code -v} shows. */
final class WholeFinding {
  private static final int MOST_FRAMES = 10;

  /** Of more objects than this, as a select with many cases has, the others get one line each. */
  private static final int DESCRIBED = 5;

  private final Headline headline;
  private final StackText stacks;
  private final Lines lines;

  private WholeFinding(Headline headline, StackText stacks) {
    this.headline = headline;
    this.stacks = stacks;
    this.lines = new Lines(headline.palette());
  }

  /**
   * @param shapeOf the finding that stands for it in shorter reports
   * @param fix what to do, or where that is said
   */
  static List<String> of(
      Finding finding, Optional<Finding> shapeOf, String fix, Headline headline, StackText stacks) {
    WholeFinding text = new WholeFinding(headline, stacks);
    text.write(finding, shapeOf, fix);
    return text.lines.all();
  }

  private void write(Finding finding, Optional<Finding> shapeOf, String fix) {
    lines.line(headline.of(finding));
    lines.line("");
    headline
        .source(finding)
        .ifPresent(source -> {
          lines.line(source);
          lines.line("");
        });
    cause(finding);
    shapeOf.ifPresent(
        first -> lines.labeled("shape", ShapeWords.of(first, headline.place(first.location()))));
    finding.participants().forEach(this::participant);
    objects(finding.objects());
    int number = 1;
    for (Step step : finding.explanation().steps()) {
      lines.labeled(number == 1 ? "how" : "", number + ". " + Steps.of(step));
      number++;
    }
    finding.witness().interleaving().ifPresent(table -> did(table, finding.witness()));
    Footer.write(finding, fix, lines);
    finding
        .explanation()
        .suggestedFix()
        .ifPresent(edit -> {
          lines.labeled("edit", Advice.title(edit));
          lines.below(SuggestedLines.lines(edit, headline.excerpt(), headline.paths()));
        });
    Optional<Contrast> contrast = finding.witness().contrast();
    lines.labeled("passes", contrast.map(ContrastWords::withReplay).orElse(""));
    lines.labeled("paste", finding.witness().schedule().orElse(""));
    lines.labeled("id", finding.fingerprint());
  }

  /** The line, and both stacks of each order. */
  private void cause(Finding finding) {
    lines.labeled("cause", Causes.of(finding.witness()));
    lines.labeled("chance", finding.witness().contrast().map(ContrastWords::chances).orElse(""));
    finding
        .witness()
        .cause()
        .ifPresent(cause -> {
          switch (cause) {
            case Cause.Orders orders ->
                orders
                    .orders()
                    .forEach(order -> {
                      side("first", order.former());
                      side("then", order.latter());
                    });
            case Cause.Choice choice -> side("the select", choice.taken());
            case Cause.Late late -> {
              late.timer()
                  .filter(timer -> !timer.by().equals(GoroutineId.NONE))
                  .ifPresent(this::timer);
              side("late", late.late());
            }
            case Cause.Slow slow -> side("slow", slow.reading());
            case Cause.NoOrder _, Cause.CutOff _, Cause.NotSought _ -> {}
          }
          lines.line("");
        });
  }

  /** The run with the finding, and below it the one without, if there is one. */
  private void did(Interleaving table, Witness witness) {
    lines.line("");
    witness.contrast().ifPresent(_ -> lines.indented(List.of("with the finding:")));
    lines.indented(TurnTable.lines(table, witness::decides));
    witness
        .contrast()
        .ifPresent(contrast -> {
          lines.line("");
          lines.indented(List.of("without it:"));
          lines.indented(TurnTable.lines(contrast.passed(), witness::decides));
        });
    lines.line("");
  }

  private void side(String when, Cause.Side side) {
    lines.aside(when + ", in " + side.operation().goroutine());
    lines.indented(stacks.lines(side.stack(), MOST_FRAMES));
  }

  private void timer(Cause.Timer timer) {
    lines.aside((timer.sleep() ? "sleeps, in " : "the timer was set, in ") + timer.by());
    lines.indented(stacks.lines(timer.stack(), MOST_FRAMES));
  }

  private void participant(Participant participant) {
    lines.labeled(
        participant.id().equals(GoroutineId.NONE) ? "" : participant.id().toString(),
        Parts.of(participant));
    lines.indented(stacks.lines(participant.stack(), MOST_FRAMES));
    if (!participant.createdAt().frames().isEmpty()) {
      String creator =
          participant.creator().equals(GoroutineId.NONE) ? "" : " by " + participant.creator();
      lines.aside("created" + creator + " at");
      lines.indented(stacks.lines(participant.createdAt(), MOST_FRAMES));
    }
    operations(participant.lastOperations());
  }

  private void objects(List<InvolvedObject> objects) {
    for (int i = 0; i < objects.size(); i++) {
      InvolvedObject object = objects.get(i);
      if (i < DESCRIBED) {
        lines.labeled(object.id().toString(), ObjectText.withState(object));
        if (!object.madeAt().frames().isEmpty()) {
          lines.aside(object.madeKnown() ? "made at" : "first used at");
          lines.indented(stacks.lines(object.madeAt(), MOST_FRAMES));
        }
        operations(object.lastOperations());
      } else {
        lines.labeled(object.id().toString(), ObjectText.inLine(object, stacks));
      }
    }
  }

  private void operations(List<Operation> operations) {
    if (!operations.isEmpty()) {
      lines.aside("its last operations");
      lines.indented(operations.stream().map(ActionWords::of).toList());
    }
  }
}
