package dev.harrier.report.text;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.InvolvedObject;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.finding.Participant.Condition;
import dev.harrier.model.finding.Participant.Part;
import dev.harrier.model.finding.Step;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.report.words.Causes;
import dev.harrier.report.words.Names;
import dev.harrier.report.words.Parts;
import dev.harrier.report.words.Steps;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A finding in at most {@value #MOST_LINES} lines: its goroutines with what they wait for, in as
 * much detail as fits.
 */
final class BriefFinding {
  static final int MOST_LINES = 25;

  /**
   * How much is said of each goroutine.
   *
   * @param frames of its stack; 0 for its place in the first line
   * @param steps whether what it holds and could be released by is said
   * @param created whether it is said what created it
   */
  private record Detail(int frames, boolean steps, boolean created) {
    static final List<Detail> LEVELS =
        List.of(
            new Detail(6, true, true),
            new Detail(3, true, true),
            new Detail(1, true, true),
            new Detail(0, true, true),
            new Detail(0, true, false),
            new Detail(0, false, false));
  }

  private final Finding finding;
  private final String fix;
  private final Headline headline;
  private final StackText stacks;
  private final List<List<Participant>> groups;
  private final Set<ObjectId> described = new HashSet<>();

  /** What goroutines have in common that differ in nothing but their number. */
  private record Alike(Part part, Condition condition, Stack stack, Stack createdAt) {
    static Alike of(Participant p) {
      return new Alike(p.part(), p.condition(), p.stack(), p.createdAt());
    }
  }

  private BriefFinding(Finding finding, String fix, Headline headline, StackText stacks) {
    this.groups =
        List.copyOf(
            finding.participants().stream()
                .collect(groupingBy(Alike::of, LinkedHashMap::new, toList()))
                .values());
    this.finding = finding;
    this.fix = fix;
    this.headline = headline;
    this.stacks = stacks;
  }

  /**
   * @param fix what to do, or where that is said
   */
  static List<String> of(Finding finding, String fix, Headline headline, StackText stacks) {
    BriefFinding text = new BriefFinding(finding, fix, headline, stacks);
    List<String> lines = List.of();
    for (Detail detail : Detail.LEVELS) {
      lines = text.lines(detail, text.groups.size());
      if (lines.size() <= MOST_LINES) {
        return lines;
      }
    }
    int tooMany = lines.size() - MOST_LINES;
    int shown = Math.max(1, text.groups.size() - tooMany - 1);
    return text.lines(Detail.LEVELS.getLast(), shown);
  }

  private List<String> lines(Detail detail, int shown) {
    described.clear();
    Lines lines = new Lines(headline.palette());
    lines.line(headline.of(finding));
    headline.source(finding).ifPresent(lines::line);
    lines.labeled("cause", Causes.of(finding.witness()));
    lines.line("");
    groups.stream().limit(shown).forEach(group -> group(group, detail, lines));
    int rest = groups.stream().skip(shown).mapToInt(List::size).sum();
    if (rest > 0) {
      lines.labeled("", "... and %d more goroutines; -v shows them".formatted(rest));
    }
    Footer.write(finding, fix, lines);
    return lines.all();
  }

  /** Goroutines that differ in nothing but their number. */
  private void group(List<Participant> group, Detail detail, Lines lines) {
    Participant participant = group.getFirst();
    Optional<Site> place = stacks.innermost(participant.stack());
    String at =
        detail.frames() == 0 ? place.map(site -> " at " + stacks.place(site)).orElse("") : "";
    lines.labeled(
        participant.id().equals(GoroutineId.NONE) ? "" : participant.id().toString(),
        Parts.of(participant) + awaits(participant) + at + alike(group));
    if (detail.frames() > 0) {
      lines.below(stacks.lines(participant.stack(), detail.frames()));
    }
    if (detail.steps()) {
      lines.below(
          finding.explanation().steps().stream()
              .filter(step -> concerns(step, participant))
              .map(Steps::below)
              .distinct()
              .toList());
    }
    if (detail.created()) {
      stacks
          .innermost(participant.createdAt())
          .ifPresent(site -> lines.aside(created(participant, site)));
    }
  }

  private static String alike(List<Participant> group) {
    return group.size() == 1 ? "" : "; %d similar goroutines".formatted(group.size());
  }

  private String created(Participant participant, Site site) {
    String creator =
        participant.creator().equals(GoroutineId.NONE) ? "" : " by " + participant.creator();
    return "created%s at %s in %s"
        .formatted(creator, stacks.place(site), Names.function(site.function()));
  }

  /** What it waits for, if that is one object: a select's cases have lines of their own. */
  private String awaits(Participant participant) {
    if (participant.awaits().size() != 1 || !isBlocked(participant.condition())) {
      return "";
    }
    ObjectId awaited = participant.awaits().getFirst();
    return finding.objects().stream()
        .filter(object -> object.id().equals(awaited))
        .findFirst()
        .map(object -> description(object, sourceName(participant, awaited)))
        .orElse("");
  }

  /** What the source calls the channel that a goroutine sends to or receives from; may be empty. */
  private String sourceName(Participant participant, ObjectId channel) {
    return finding.explanation().steps().stream()
        .filter(Step.Case.class::isInstance)
        .map(Step.Case.class::cast)
        .filter(one -> one.isAlone() && one.channel().id().equals(channel))
        .filter(one -> one.goroutine().equals(participant.id()))
        .map(Step.Case::name)
        .findFirst()
        .orElse("");
  }

  private static boolean isBlocked(Condition condition) {
    return condition instanceof Condition.Blocked || condition instanceof Condition.WentOn;
  }

  /** At its first mention with all that is known. */
  private String description(InvolvedObject object, String name) {
    String id = object.id().toString();
    String details = described.add(object.id()) ? ObjectText.inLine(object, stacks) : "";
    String inBrackets =
        name.isEmpty() ? details : details.isEmpty() ? id : "%s: %s".formatted(id, details);
    return " on "
        + (name.isEmpty() ? id : name)
        + (inBrackets.isEmpty() ? "" : " (" + inBrackets + ")");
  }

  /** Whether a step says of a goroutine what its stack does not. */
  private boolean concerns(Step step, Participant participant) {
    boolean first = participant.equals(finding.participants().getFirst());
    return switch (step) {
      case Step.Holds holds -> holds.goroutine().equals(participant.id());
      case Step.WouldBlock would -> would.goroutine().equals(participant.id());
      case Step.Releasers releasers -> first && !releasers.releasers().isEmpty();
      case Step.BegunAfterEnd after -> after.goroutine().equals(participant.id());
      // Channels within Go's library say nothing to its user.
      case Step.Case one ->
          one.goroutine().equals(participant.id())
              && !(one.isAlone() && one.hasNoOtherEnd())
              && stacks.innermost(participant.stack()).filter(one.site()::equals).isPresent();
      case Step.MoreStuck _, Step.Declared _ -> first;
      case Step.Performed performed ->
          performed.remark() != Step.Performed.Remark.NONE
              && performed.operation().goroutine().equals(participant.id());
      case Step.Made _,
          Step.Created _,
          Step.ExitedHolding _,
          Step.Waits _,
          Step.Blocked _,
          Step.Panicked _,
          Step.Accessed _,
          Step.Considered _,
          Step.AlsoRaces _ ->
          false;
    };
  }
}
