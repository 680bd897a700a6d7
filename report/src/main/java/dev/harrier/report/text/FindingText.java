package dev.harrier.report.text;

import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.GoroutineStory;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.ObjectStory;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.finding.Witness;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.report.text.Palette.Ink;
import java.io.IOException;
import java.util.List;

/** Writes one finding: the line for the machine, then the story. */
final class FindingText {
  private static final String INDENT = "         ";

  /** Of more objects than this, as a select with many cases has, the others get a line each. */
  private static final int TOLD_WHOLE = 5;

  private final Appendable out;
  private final Palette palette;
  private final StackText stacks;
  private final Excerpt excerpt;

  FindingText(Appendable out, Palette palette, StackText stacks, Excerpt excerpt) {
    this.out = out;
    this.palette = palette;
    this.stacks = stacks;
    this.excerpt = excerpt;
  }

  void write(Finding finding) throws IOException {
    headline(finding);
    for (GoroutineStory goroutine : finding.goroutines()) {
      goroutine(goroutine);
    }
    List<ObjectStory> objects = finding.objects();
    for (int i = 0; i < objects.size(); i++) {
      if (i < TOLD_WHOLE) {
        object(objects.get(i));
      } else {
        objectInShort(objects.get(i));
      }
    }
    if (!finding.goroutines().isEmpty() || !finding.objects().isEmpty()) {
      line("");
    }
    int step = 1;
    for (String words : finding.steps()) {
      labelled(step == 1 ? "how" : "", step + ". " + words);
      step++;
    }
    if (finding.witness().interleaving().isPresent()) {
      line("");
      indented(TurnTable.lines(finding.witness().interleaving().get()));
      line("");
    }
    labelled(finding.strength() == Strength.OBSERVED ? "proof" : "basis", finding.evidence());
    labelled("test", test(finding));
    labelled("again", again(finding.witness()));
    labelled("paste", finding.witness().schedule().orElse(""));
    labelled("fix", finding.rule().advice());
    line("");
  }

  private void headline(Finding finding) throws IOException {
    Location at = finding.location();
    String place = stacks.paths().shown(at.file()) + ":" + at.line() + ":" + at.column() + ":";
    Ink ink = finding.strength() == Strength.SUSPICIOUS ? Ink.SUSPECTED : Ink.PROVEN;
    line(
        "%s %s %s"
            .formatted(
                palette.paint(Ink.PLACE, place),
                palette.paint(ink, finding.rule().id() + ":"),
                finding.message()));
    line("");
    String quoted = excerpt.line(at).orElse("");
    if (!quoted.isEmpty()) {
      line(
          palette.paint(Ink.ASIDE, "%6d | ".formatted(at.line()))
              + palette.paint(Ink.QUOTED, quoted));
      line("");
    }
  }

  private void goroutine(GoroutineStory goroutine) throws IOException {
    labelled(goroutine.id().toString(), join(goroutine.role(), goroutine.state()));
    indented(stacks.lines(goroutine.stack()));
    if (!goroutine.createdAt().frames().isEmpty()) {
      String creator =
          goroutine.creator().equals(GoroutineId.NONE) ? "" : " by " + goroutine.creator();
      aside("created" + creator + " at");
      indented(stacks.lines(goroutine.createdAt()));
    }
    operations(goroutine.lastOperations());
  }

  private void object(ObjectStory object) throws IOException {
    labelled(object.id().toString(), join(object.kind().word(), object.note()));
    if (!object.madeAt().frames().isEmpty()) {
      aside(object.madeKnown() ? "made at" : "first used at");
      indented(stacks.lines(object.madeAt()));
    }
    operations(object.lastOperations());
  }

  private void objectInShort(ObjectStory object) throws IOException {
    String made = object.madeKnown() ? "made at " : "first used at ";
    String where = stacks.innermost(object.madeAt()).map(site -> made + site).orElse("");
    labelled(object.id().toString(), join(join(object.kind().word(), object.note()), where));
  }

  private void operations(List<String> operations) throws IOException {
    if (!operations.isEmpty()) {
      aside("its last operations");
      indented(operations);
    }
  }

  private static String test(Finding finding) {
    String times = finding.count() == 1 ? "" : "seen %d times".formatted(finding.count());
    return join(finding.test(), times);
  }

  private static String again(Witness witness) {
    String rate =
        witness
            .reproduction()
            .map(r -> "shown by %d of %d runs".formatted(r.seen(), r.runs()))
            .orElse("");
    return rate.isEmpty() ? witness.command() : witness.command() + "   (" + rate + ")";
  }

  private static String join(String first, String second) {
    if (first.isEmpty() || second.isEmpty()) {
      return first + second;
    }
    return first + ", " + second;
  }

  private void labelled(String label, String text) throws IOException {
    if (!text.isEmpty()) {
      line("  " + palette.paint(Ink.LABEL, "%-5s".formatted(label)) + "  " + text);
    }
  }

  private void aside(String text) throws IOException {
    line(INDENT + palette.paint(Ink.ASIDE, text));
  }

  private void indented(List<String> lines) throws IOException {
    for (String text : lines) {
      line(INDENT + "  " + text);
    }
  }

  private void line(String text) throws IOException {
    out.append(text).append('\n');
  }
}
