package dev.harrier.analysis.stuck;

import dev.harrier.analysis.story.Report;
import dev.harrier.analysis.story.Storyteller;
import dev.harrier.analysis.story.Words;
import dev.harrier.model.finding.GoroutineStory;
import dev.harrier.model.finding.ObjectStory;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.Goroutine;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.SyncObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects the report of one stuck goroutine: what all rules about stuck goroutines tell alike. */
public final class StuckReport {
  /** More goroutines than this are counted, not told one by one. */
  private static final int TOLD = 12;

  /** Where the cases of a larger select were made is no part of what happened. */
  private static final int MADE_TOLD = 3;

  private final Rule rule;
  private final Stuck stuck;
  private final StuckGroup group;
  private final Storyteller story;
  private final Words words;
  private final List<GoroutineStory> others = new ArrayList<>();
  private final Set<ObjectId> objects = new LinkedHashSet<>();
  private final List<String> steps = new ArrayList<>();
  private String evidence;
  private Stack where;

  private StuckReport(Rule rule, Stuck stuck, StuckGroup group) {
    this.rule = rule;
    this.stuck = stuck;
    this.group = group;
    this.story = group.story();
    this.words = story.words();
    this.evidence = stuck.proof().evidence();
    this.where = story.standsAt(stuck.goroutine());
    objects.addAll(stuck.awaited());
  }

  /** Begins the report about this goroutine with its creation and the objects that it awaits. */
  public static StuckReport of(Rule rule, Stuck stuck, StuckGroup group) {
    StuckReport report = new StuckReport(rule, stuck, group);
    report.begin();
    return report;
  }

  private void begin() {
    if (stuck.awaited().size() <= MADE_TOLD) {
      stuck.awaited().forEach(this::made);
    }
    Goroutine facts = group.program().trace().goroutine(stuck.id());
    Stack createdAt = group.program().trace().stack(facts.createdAt());
    // That the test driver made a test's own goroutine is no news.
    if (!facts.parent().equals(GoroutineId.NONE) && !story.frames().isScaffold(createdAt)) {
      steps.add(
          words.goroutine(facts.parent())
              + " created "
              + words.goroutine(stuck.id())
              + " at "
              + words.place(facts.createdAt()));
    }
  }

  private void made(ObjectId id) {
    SyncObject facts = group.program().trace().object(id);
    if (facts.madeKnown()) {
      steps.add(words.object(id) + " was made at " + words.place(facts.madeAt()));
    }
  }

  /** Adds a line to the story, before the block. */
  public StuckReport step(String line) {
    steps.add(line);
    return this;
  }

  /** Adds the latest operations of others on an object, oldest first. */
  public StuckReport historyOf(ObjectId id) {
    group.program().object(id).recent().stream()
        .filter(event -> !(event instanceof Event.Make))
        .map(words::operationBy)
        .forEach(steps::add);
    return this;
  }

  /** Adds an object to the story. */
  public StuckReport object(ObjectId id) {
    objects.add(id);
    return this;
  }

  /** Adds a goroutine that did something that matters at {@code at}; it may have exited. */
  public StuckReport goroutine(GoroutineId id, String role, Stack at) {
    others.add(story.goroutine(id, role, at));
    return this;
  }

  /** Adds goroutines that are stuck too. */
  public StuckReport alsoStuck(List<Stuck> behind, String role) {
    behind.stream()
        .filter(other -> !other.id().equals(stuck.id()))
        .sorted(Comparator.comparingLong(other -> other.id().value()))
        .limit(TOLD)
        .forEach(other -> {
          others.add(story.goroutine(other.goroutine(), role));
          objects.addAll(other.awaited());
        });
    if (behind.size() > TOLD) {
      steps.add((behind.size() - TOLD) + " more goroutines are stuck with it");
    }
    return this;
  }

  /** Puts a sentence before the evidence that the proof gives. */
  public StuckReport evidence(String sentence) {
    evidence = sentence + "; " + evidence;
    return this;
  }

  /** Points at another place than the one where the goroutine is blocked. */
  public StuckReport pointingAt(Stack place) {
    where = place;
    return this;
  }

  /** The report, with the stuck goroutine first. */
  public Report message(String message) {
    steps.add(
        words.goroutine(stuck.id())
            + " blocked in "
            + stuck.reason().words()
            + " at "
            + words.place(story.standsAt(stuck.goroutine()))
            + (stuck.proof().isConclusive() ? " and can't go on" : " and is still there"));
    List<GoroutineStory> goroutines = new ArrayList<>();
    goroutines.add(story.goroutine(stuck.goroutine(), "stuck"));
    goroutines.addAll(others);
    List<ObjectStory> told = objects.stream().limit(TOLD).map(story::object).toList();
    return new Report(
        rule,
        stuck.proof().strength(),
        message,
        stuck.reason().words(),
        where,
        story.createdAt(stuck.id()),
        group.program().testOf(stuck.id()),
        goroutines,
        told,
        steps,
        evidence);
  }
}
