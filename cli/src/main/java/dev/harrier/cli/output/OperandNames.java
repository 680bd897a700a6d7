package dev.harrier.cli.output;

import dev.harrier.model.finding.Action;
import dev.harrier.model.finding.Cause;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Interleaving;
import dev.harrier.model.finding.Interleaving.Turn;
import dev.harrier.model.finding.Operation;
import dev.harrier.model.finding.Step;
import dev.harrier.model.trace.AccessKind;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Value;
import dev.harrier.report.RunReport;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.source.Operands;
import dev.harrier.toolchain.source.UsageScanner;
import dev.harrier.toolchain.source.Variable;
import dev.harrier.toolchain.source.Variable.Shape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Gives the locks, channels and atomics in the tables and causes of findings the names that the
 * source has for them, and what is in memory the types of the variables there.
 */
final class OperandNames {
  /** The names of racing variables have none. */
  private static final Pattern INDEX = Pattern.compile("\\[[^\\[\\]]*\\]");

  private final Operands operands;
  private final List<Variable> variables;

  private OperandNames(Operands operands, List<Variable> variables) {
    this.operands = operands;
    this.variables = variables;
  }

  /** The same report; where the sources can't be read, without names. */
  static RunReport in(RunReport report, UsageScanner scanner) {
    Set<String> files = new TreeSet<>();
    Set<String> lines = new TreeSet<>();
    report.mapTables(table -> {
      for (Turn turn : table.turns()) {
        Site site = turn.operation().site();
        if (turn.details().isPresent() && site.file().endsWith(".go")) {
          files.add(site.file());
          if (turn.details().get().value().orElse(null) instanceof Value.Bits
              || plain(turn.operation()).isPresent()) {
            lines.add(site.file() + ":" + site.line());
          }
        }
      }
      return table;
    });
    report.mapCauses(cause ->
        cause.map(side -> {
          Site site = side.operation().site();
          if (site.file().endsWith(".go")) {
            files.add(site.file());
            if (plain(side.operation()).isPresent()) {
              lines.add(site.file() + ":" + site.line());
            }
          }
          return side;
        }));
    report.mapSteps(steps -> {
      for (Step step : steps) {
        if (step instanceof Step.Case one && one.site().file().endsWith(".go")) {
          files.add(one.site().file());
        }
      }
      return steps;
    });
    try {
      OperandNames names = new OperandNames(scanner.operands(files), scanner.variables(lines));
      return report
          .mapTables(table -> names.typed(names.named(table)))
          .mapCauses(names::named)
          .mapSteps(names::named)
          .map(names::shared);
    } catch (ToolchainException e) {
      return without(report);
    }
  }

  /** The same report without what means nothing as long as its type is not known. */
  static RunReport without(RunReport report) {
    return report.mapTables(table -> table.map(turn -> turn.mapValues(OperandNames::known)));
  }

  /** Of what is in memory, a value of the variable's type; nothing if that is not certain. */
  private Interleaving typed(Interleaving table) {
    Map<String, Set<Shape>> written = new HashMap<>();
    for (Turn turn : table.turns()) {
      Set<Shape> shapes = shapes(turn);
      if (isWrite(turn.operation().action()) && shapes.size() == 1) {
        written.computeIfAbsent(name(turn), _ -> new HashSet<>()).addAll(shapes);
      }
    }
    return table.map(turn -> typed(turn, written));
  }

  private Turn typed(Turn turn, Map<String, Set<Shape>> written) {
    Set<Shape> shapes = shapes(turn);
    if (!isWrite(turn.operation().action())) {
      // A line that reads a slice may read its elements as well: the write says which it is.
      Set<Shape> known = written.get(name(turn));
      shapes.removeIf(shape -> known == null ? !shape.parts().isEmpty() : !known.contains(shape));
    }
    return turn.mapValues(value ->
        value instanceof Value.Bits bits
            ? shapes.size() == 1 ? TypedMemory.of(bits, shapes.iterator().next()) : Optional.empty()
            : Optional.of(value));
  }

  private static String name(Turn turn) {
    return turn.details().map(Interleaving.Details::operand).orElse("");
  }

  /** Of the variables on the line that have the name, but for indexes. */
  private Set<Shape> shapes(Turn turn) {
    String name = name(turn);
    return accessed(turn.operation())
        .filter(v -> plainName(v).equals(name))
        .map(Variable::shape)
        .collect(Collectors.toCollection(HashSet::new));
  }

  /** The variables on the line that the operation may be about. */
  private Stream<Variable> accessed(Operation operation) {
    Site site = operation.site();
    boolean writes = isWrite(operation.action());
    return variables.stream()
        .filter(v -> v.file().equals(site.file()) && v.line() == site.line())
        .filter(v -> v.written() || !writes);
  }

  private static String plainName(Variable variable) {
    return INDEX.matcher(variable.name()).replaceAll("");
  }

  private static boolean isWrite(Action action) {
    return switch (action) {
      case Action.Raced raced -> raced.access().isWrite();
      case Action.Accessed accessed -> accessed.access() == AccessKind.WRITE;
      default -> false;
    };
  }

  private static Optional<Value> known(Value value) {
    return value instanceof Value.Bits ? Optional.empty() : Optional.of(value);
  }

  /**
   * The variable of an operation that accesses memory without synchronization, by its number in the
   * run; empty of other operations.
   */
  private static Optional<Long> plain(Operation operation) {
    return operation.isPlainAccess()
            && operation.action() instanceof Action.Accessed(_, long variable)
        ? Optional.of(variable)
        : Optional.empty();
  }

  /**
   * What the source calls variables, by the accesses to them: each line names several things, but
   * they have only one in common. Code of different functions may have another name for what a
   * field is of, and where a literal makes a value, nothing names its field.
   */
  private Map<Long, String> variables(List<Operation> operations) {
    Map<Long, List<Operation>> accesses = new HashMap<>();
    for (Operation operation : operations) {
      plain(operation)
          .ifPresent(variable ->
              accesses.computeIfAbsent(variable, _ -> new ArrayList<>()).add(operation));
    }
    Map<Long, String> names = new HashMap<>();
    accesses.forEach((variable, all) -> {
      Map<String, String> fields = common(all);
      if (fields.isEmpty() && isWrite(all.getFirst().action())) {
        fields = common(all.subList(1, all.size()));
      }
      if (fields.size() == 1) {
        names.put(variable, fields.values().iterator().next());
      }
    });
    return names;
  }

  /** What all of these accesses may be about, named as the first one has it. */
  private Map<String, String> common(List<Operation> accesses) {
    Map<String, String> fields = accesses.isEmpty() ? Map.of() : fields(accesses.getFirst());
    accesses.stream().skip(1).forEach(access -> fields.keySet().retainAll(fields(access).keySet()));
    return fields;
  }

  /** What an access may be about, by the last part of the name. */
  private Map<String, String> fields(Operation operation) {
    Map<String, String> fields = new HashMap<>();
    accessed(operation)
        .map(OperandNames::plainName)
        .forEach(name -> fields.put(name.substring(name.lastIndexOf('.') + 1), name));
    return fields;
  }

  /** Where a line names several, those that the object has elsewhere in the table decide. */
  private Interleaving named(Interleaving table) {
    Map<Long, String> plain = variables(table.turns().stream().map(Turn::operation).toList());
    Map<ObjectId, Set<String>> certain = new HashMap<>();
    Set<Operation> ambiguous = closesOfOneLine(table);
    for (Turn turn : table.turns()) {
      List<String> names = ambiguous.contains(turn.operation()) ? List.of() : candidates(turn);
      if (names.size() == 1) {
        object(turn.operation().action())
            .ifPresent(
                id -> certain.computeIfAbsent(id, _ -> new HashSet<>()).add(names.getFirst()));
      }
    }
    return table.map(turn ->
        plain(turn.operation())
            .map(variable -> Optional.ofNullable(plain.get(variable)))
            .map(name -> name.map(turn::withOperand).orElse(turn))
            .orElseGet(() -> ambiguous.contains(turn.operation()) ? turn : named(turn, certain)));
  }

  /**
   * What a goroutine closes at one line, if that is several channels: Go gives what is deferred the
   * line of the last defer statement, also what a library closes within it.
   */
  private static Set<Operation> closesOfOneLine(Interleaving table) {
    return table.turns().stream()
        .map(Turn::operation)
        .filter(operation -> operation.action() instanceof Action.Closed)
        .collect(
            Collectors.groupingBy(operation -> List.of(operation.goroutine(), operation.site())))
        .values()
        .stream()
        .filter(closes ->
            closes.stream().flatMap(o -> object(o.action()).stream()).distinct().count() > 1)
        .flatMap(List::stream)
        .collect(Collectors.toSet());
  }

  private Turn named(Turn turn, Map<ObjectId, Set<String>> certain) {
    List<String> names = candidates(turn);
    List<String> fitting =
        names.size() < 2
            ? names
            : object(turn.operation().action())
                .map(id -> certain.getOrDefault(id, Set.of()))
                .map(known -> names.stream().filter(known::contains).toList())
                .orElse(List.of());
    return fitting.size() == 1 ? turn.withOperand(fitting.getFirst()) : turn;
  }

  private Cause named(Cause cause) {
    Map<Long, String> plain =
        variables(
            cause.orders().stream()
                .flatMap(order -> Stream.of(order.former(), order.latter()))
                .map(Cause.Side::operation)
                .toList());
    return cause.map(side -> named(side, plain));
  }

  /** A cause has no table that could say which of several names is meant. */
  private Cause.Side named(Cause.Side side, Map<Long, String> plain) {
    Optional<Long> variable = plain(side.operation());
    if (variable.isPresent()) {
      return Optional.ofNullable(plain.get(variable.get())).map(side::withOperand).orElse(side);
    }
    List<String> names = candidates(side.operation(), Interleaving.Details.NO_CASE);
    return names.size() == 1 ? side.withOperand(names.getFirst()) : side;
  }

  /**
   * Where the source has no single name for an object, the one that it has elsewhere in the
   * finding: a field rather than a variable, and the first of several. The passing run next to the
   * finding has objects of its own.
   */
  private Finding shared(Finding finding) {
    Map<ObjectId, String> known = new HashMap<>();
    finding.witness().cause().stream()
        .flatMap(cause -> cause.sides().stream())
        .forEach(side -> note(known, object(side.operation().action()), side.operand().orElse("")));
    finding.witness().interleaving().ifPresent(table -> note(known, table));
    for (Step step : finding.explanation().steps()) {
      if (step instanceof Step.Case one) {
        note(known, Optional.of(one.channel().id()), one.name());
      }
    }
    return finding.with(
        finding
            .witness()
            .with(finding.witness().interleaving().map(table -> completed(table, known)))
            .causedBy(
                finding
                    .witness()
                    .cause()
                    .map(cause -> cause.map(side -> completed(side, known)))
                    .map(this::otherCase))
            .contrasted(
                finding
                    .witness()
                    .contrast()
                    .map(contrast -> contrast.map(OperandNames::completed))));
  }

  private static void note(Map<ObjectId, String> known, Interleaving table) {
    table.turns().forEach(turn -> note(known, object(turn.operation().action()), name(turn)));
  }

  private static void note(Map<ObjectId, String> known, Optional<ObjectId> object, String name) {
    if (!name.isEmpty()) {
      object
          .filter(id -> !id.equals(ObjectId.NONE))
          .ifPresent(id ->
              known.merge(
                  id, name, (before, now) -> isField(now) && !isField(before) ? now : before));
    }
  }

  private static boolean isField(String name) {
    return name.indexOf('.') >= 0;
  }

  private static Interleaving completed(Interleaving table) {
    Map<ObjectId, String> known = new HashMap<>();
    note(known, table);
    return completed(table, known);
  }

  private static Interleaving completed(Interleaving table, Map<ObjectId, String> known) {
    return table.map(turn ->
        name(turn).isEmpty()
            ? object(turn.operation().action()).map(known::get).map(turn::withOperand).orElse(turn)
            : turn);
  }

  /** Of a select's two cases, the one that it took otherwise is not the one that it took. */
  private Cause otherCase(Cause cause) {
    if (!(cause instanceof Cause.Choice choice)
        || choice.taken().operand().isEmpty()
        || choice.otherwise().operand().isPresent()) {
      return cause;
    }
    Operation otherwise = choice.otherwise().operation();
    Site site = otherwise.site();
    return object(otherwise.action())
        .filter(id -> !id.equals(ObjectId.NONE))
        .filter(id -> !object(choice.taken().operation().action()).equals(Optional.of(id)))
        .flatMap(_ -> operands.otherCase(site.file(), site.line(), choice.taken().operand().get()))
        .map(name -> cause.map(s -> s.equals(choice.otherwise()) ? s.withOperand(name) : s))
        .orElse(cause);
  }

  private static Cause.Side completed(Cause.Side side, Map<ObjectId, String> known) {
    return side.operand().isEmpty()
        ? object(side.operation().action()).map(known::get).map(side::withOperand).orElse(side)
        : side;
  }

  /** The cases of a select with their names, in the order of the source. */
  private List<Step> named(List<Step> steps) {
    List<Step> all = new ArrayList<>();
    for (Step step : steps) {
      if (step instanceof Step.Case one) {
        Step.Case named = named(one);
        int at = all.size();
        while (at > 0 && all.get(at - 1) instanceof Step.Case before && follows(before, named)) {
          at--;
        }
        all.add(at, named);
      } else {
        all.add(step);
      }
    }
    return all;
  }

  /** Whether a case that stands before another one of its goroutine has a later line. */
  private static boolean follows(Step.Case before, Step.Case other) {
    return before.goroutine().equals(other.goroutine()) && before.line() > other.line();
  }

  /** A case of a select has one name, and the line of that. */
  private Step.Case named(Step.Case one) {
    Set<String> verb =
        switch (one.direction()) {
          case SEND -> Set.of("send");
          case RECEIVE -> Set.of("receive");
        };
    return operands
        .only(one.site().file(), one.site().line(), verb, one.number())
        .map(operand -> one.named(operand.name(), operand.line()))
        .orElse(one);
  }

  private List<String> candidates(Turn turn) {
    return turn.details()
        .map(details -> candidates(turn.operation(), details.selected()))
        .orElse(List.of());
  }

  private List<String> candidates(Operation operation, int selected) {
    Site site = operation.site();
    return operands.at(site.file(), site.line(), verbs(operation.action()), selected);
  }

  private static Optional<ObjectId> object(Action action) {
    return switch (action) {
      case Action.Sent a -> Optional.of(a.channel().id());
      case Action.Received a -> Optional.of(a.channel().id());
      case Action.Closed a -> Optional.of(a.channel().id());
      case Action.Locked a -> Optional.of(a.lock().id());
      case Action.Refused a -> Optional.of(a.lock().id());
      case Action.Unlocked a -> Optional.of(a.lock().id());
      case Action.Waited a -> Optional.of(a.object().id());
      case Action.Added a -> Optional.of(a.group().id());
      case Action.Signaled a -> Optional.of(a.cond().id());
      case Action.Broadcast a -> Optional.of(a.cond().id());
      case Action.Blocked a -> Optional.of(a.object().id());
      default -> Optional.empty();
    };
  }

  /** How the source may say that it does this; empty if it is about no object that has a name. */
  private static Set<String> verbs(Action action) {
    return switch (action) {
      case Action.Sent _ -> Set.of("send");
      case Action.Received _ -> Set.of("receive");
      case Action.Closed _ -> Set.of("close");
      case Action.Locked locked -> locks(locked.mode());
      case Action.Refused refused -> locks(refused.mode());
      case Action.Unlocked unlocked ->
          unlocked.mode() == LockMode.READ ? Set.of("RUnlock") : Set.of("Unlock", "Do");
      case Action.Waited _ -> Set.of("Wait");
      case Action.Added added ->
          added.delta() == -1 ? Set.of("Done", "Go", "Add") : Set.of("Add", "Go");
      case Action.Signaled _ -> Set.of("Signal");
      case Action.Broadcast _ -> Set.of("Broadcast");
      case Action.Blocked blocked -> waits(blocked.reason());
      case Action.Accessed accessed ->
          switch (accessed.access()) {
            case LOAD -> Set.of("Load");
            case STORE -> Set.of("Store");
            case UPDATE -> Set.of("Add", "Swap", "CompareAndSwap", "And", "Or");
            case NONE, READ, WRITE, DESCRIPTOR -> Set.of();
          };
      default -> Set.of();
    };
  }

  private static Set<String> locks(LockMode mode) {
    return mode == LockMode.READ ? Set.of("RLock", "TryRLock") : Set.of("Lock", "TryLock", "Do");
  }

  private static Set<String> waits(BlockReason reason) {
    return switch (reason) {
      case CHAN_SEND -> Set.of("send");
      case CHAN_RECEIVE -> Set.of("receive");
      case MUTEX_LOCK, RWMUTEX_LOCK -> Set.of("Lock", "Do");
      case RWMUTEX_RLOCK -> Set.of("RLock");
      case WAIT_GROUP, COND -> Set.of("Wait");
      default -> Set.of();
    };
  }
}
