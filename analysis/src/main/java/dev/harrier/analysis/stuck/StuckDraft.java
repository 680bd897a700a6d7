package dev.harrier.analysis.stuck;

import dev.harrier.analysis.explain.Draft;
import dev.harrier.analysis.explain.Explainer;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Explanation;
import dev.harrier.model.finding.Fix;
import dev.harrier.model.finding.InvolvedObject;
import dev.harrier.model.finding.Operation;
import dev.harrier.model.finding.Operations;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.finding.Participant.Part;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.Step;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.SyncObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Collects what all rules about stuck goroutines say alike of one of them. */
public final class StuckDraft {
  /** More goroutines than this next to the stuck one are counted, not described one by one. */
  public static final int DESCRIBED = 12;

  /** Where the cases of a larger select were made is no part of what happened. */
  private static final int MADE = 3;

  private final Rule rule;
  private final Stuck stuck;
  private final StuckGroup group;
  private final Explainer explainer;
  private final List<Participant> others = new ArrayList<>();
  private final Set<ObjectId> objects = new LinkedHashSet<>();
  private final List<Step> steps = new ArrayList<>();
  private final List<Step> cases = new ArrayList<>();
  private final Set<Stack> casesKnown = new HashSet<>();
  private final List<Evidence> evidence = new ArrayList<>();
  private final List<Doubt> doubts = new ArrayList<>();
  private final List<Stack> places = new ArrayList<>();
  private Optional<Fix> fix = Optional.empty();
  private Stack where;
  private Stack createdAt;
  private boolean elsewhere;

  private StuckDraft(Rule rule, Stuck stuck, StuckGroup group) {
    this.rule = rule;
    this.stuck = stuck;
    this.group = group;
    this.explainer = group.explainer();
    this.where = explainer.standsAt(stuck.goroutine());
    this.createdAt = explainer.begunAt(stuck.id(), where);
    objects.addAll(stuck.awaited());
    if (stuck.awaited().size() <= MADE) {
      stuck.awaited().forEach(this::made);
    }
    explainer.creation(stuck.id()).ifPresent(steps::add);
    cases(stuck);
  }

  /** Begins with the creation of the goroutine and of what it waits for. */
  public static StuckDraft of(Rule rule, Stuck stuck, StuckGroup group) {
    return new StuckDraft(rule, stuck, group);
  }

  private void made(ObjectId id) {
    SyncObject facts = program().trace().object(id);
    if (facts.madeKnown()) {
      steps.add(
          new Step.Made(
              explainer.operations().object(id), explainer.operations().site(facts.madeAt())));
    }
  }

  /** The cases of a select, once for all goroutines that are blocked in it. */
  private void cases(Stuck one) {
    if (casesKnown.add(explainer.standsAt(one.goroutine()))) {
      cases.addAll(explainer.cases(one.goroutine()));
    }
  }

  /**
   * Where a member of a cycle waits. At a line that also took a lock which it holds, such as in a
   * {@code Lock} of the program's own, the caller says which lock is meant.
   */
  private Stack place(Stuck member) {
    Stack at = explainer.standsAt(member.goroutine());
    Site line = explainer.frames().primary(at);
    int inner = at.frames().indexOf(line);
    boolean takes =
        member.goroutine().holds().stream()
            .anyMatch(hold -> explainer.operations().site(hold.stack()).equals(line));
    Stack caller = new Stack(at.frames().subList(inner + 1, at.frames().size()), at.truncated());
    return takes && explainer.frames().hasUser(caller) ? caller : at;
  }

  private ProgramState program() {
    return group.program();
  }

  /** Adds a step before the block. */
  public StuckDraft step(Step step) {
    steps.add(step);
    return this;
  }

  /** Adds the latest operations on an object, oldest first, with repetitions folded. */
  public StuckDraft historyOf(ObjectId id) {
    return historyOf(id, _ -> true);
  }

  /** The same for those that {@code wanted} accepts. */
  public StuckDraft historyOf(ObjectId id, Predicate<Event> wanted) {
    List<Operation> operations =
        program().object(id).recent().stream()
            .filter(event -> !(event instanceof Event.Make) && wanted.test(event))
            .map(explainer.operations()::of)
            .toList();
    for (Operation operation : Operations.folded(operations)) {
      steps.add(new Step.Performed(operation, Step.Performed.Remark.NONE));
    }
    return this;
  }

  /** Adds an object. */
  public StuckDraft object(ObjectId id) {
    objects.add(id);
    return this;
  }

  /** Adds a goroutine that did something that matters at {@code at}; it may have exited. */
  public StuckDraft goroutine(GoroutineId id, Part part, Stack at) {
    others.add(explainer.goroutine(id, part, at));
    return this;
  }

  /** Adds the other members of the cycle, whose places are what the defect is. */
  public StuckDraft cycle(RootCause cause) {
    if (cause.cyclic()) {
      cause.members().stream().map(this::place).forEach(places::add);
    }
    return alsoStuck(cause.members(), Part.IN_THE_CYCLE);
  }

  /** Adds goroutines that are stuck too. */
  public StuckDraft alsoStuck(List<Stuck> behind, Part part) {
    List<Stuck> also = behind.stream().filter(other -> !other.id().equals(stuck.id())).toList();
    also.stream()
        .sorted(Comparator.comparingLong(other -> other.id().value()))
        .limit(DESCRIBED)
        .forEach(other -> {
          others.add(explainer.goroutine(other.goroutine(), part));
          objects.addAll(other.awaited());
          cases(other);
        });
    if (also.size() > DESCRIBED) {
      steps.add(new Step.MoreStuck(also.size() - DESCRIBED));
    }
    return this;
  }

  /** Adds evidence that is stronger than what proves that the goroutine is stuck. */
  public StuckDraft evidence(Evidence stronger) {
    evidence.add(stronger);
    return this;
  }

  /** Says what would fix it better than the rule's advice. */
  public StuckDraft fix(Fix known) {
    fix = Optional.of(known);
    return this;
  }

  /** Makes it suspicious only, for this reason. */
  public StuckDraft doubt(Doubt doubt) {
    doubts.add(doubt);
    return this;
  }

  /**
   * Points at another place than the one where the goroutine is blocked: the defect is there,
   * whichever goroutine it blocks.
   */
  public StuckDraft pointingAt(Stack place) {
    where = place;
    createdAt = Stack.EMPTY;
    elsewhere = true;
    return this;
  }

  /** The draft, with the stuck goroutine first. */
  public Draft draft(Defect defect) {
    steps.add(
        new Step.Blocked(
            stuck.id(),
            stuck.reason(),
            explainer.site(explainer.standsAt(stuck.goroutine())),
            stuck.proof().isConclusive()));
    steps.addAll(cases);
    List<Participant> participants = new ArrayList<>();
    participants.add(explainer.goroutine(stuck.goroutine(), Part.STUCK));
    participants.addAll(others);
    evidence.add(stuck.proof().evidence());
    List<InvolvedObject> described =
        objects.stream().limit(DESCRIBED).map(explainer::object).toList();
    return new Draft(
        rule,
        doubts.isEmpty() ? stuck.proof().strength() : Strength.SUSPICIOUS,
        defect,
        program().testOf(stuck.id()),
        identity(),
        new Explanation(participants, described, steps, evidence, doubts, fix));
  }

  private Draft.Identity identity() {
    return places.size() > 1 && !elsewhere
        ? Draft.Identity.ofCycle(where, places)
        : new Draft.Identity(stuck.reason().name(), where, createdAt, places);
  }
}
