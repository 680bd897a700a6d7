package dev.harrier.explore.schedule;

import static dev.harrier.explore.schedule.PlanText.Field.NAME;
import static dev.harrier.explore.schedule.PlanText.Field.NUMBER;
import static dev.harrier.explore.schedule.PlanText.Field.SYMBOL;

import dev.harrier.model.trace.ChoiceKind;
import dev.harrier.model.trace.GoroutineName;
import dev.harrier.model.trace.InjectedFault;
import dev.harrier.model.trace.SymbolOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How plans are written: for the runtime a line of numbers for each entry (plan.go), in replay
 * strings a word for each, such as {@code n1.3.z9+c1.4.0}. Both have the same numbers in the same
 * order, but for places in the code: a word has the function and the offset in it, a line the
 * offset in the text of one program. Each {@code Kind} says what begins a line and a word.
 */
public final class PlanText {
  /** How a number of an entry is written in a word; a line has all of them as they are. */
  enum Field {
    NUMBER,
    /** Of a goroutine: to the base of 36, for names are hashes. */
    NAME,
    /** Of a place in the code, whose offset follows: a hash as well. */
    SYMBOL,
    /** Its word. */
    FAULT;

    String print(long value) {
      return switch (this) {
        case NUMBER -> Long.toString(value);
        case NAME, SYMBOL -> Long.toString(value, Character.MAX_RADIX);
        case FAULT -> InjectedFault.of(value).word();
      };
    }

    long parse(String text) {
      return switch (this) {
        case NUMBER -> Long.parseLong(text);
        case NAME, SYMBOL -> Long.parseLong(text, Character.MAX_RADIX);
        case FAULT -> InjectedFault.ofWord(text).code();
      };
    }
  }

  /**
   * A kind of entries.
   *
   * @param number what begins a line, as in plan.go
   * @param letter what begins a word
   * @param fields the numbers of an entry, in their order
   * @param make an entry of its numbers
   */
  private record Kind(
      int number, char letter, List<Field> fields, Function<List<Long>, PlanEntry> make) {
    Written with(Long... numbers) {
      return new Written(this, List.of(numbers));
    }
  }

  private static final Kind NEXT =
      new Kind(
          ChoiceKind.GOROUTINE.code(),
          'n',
          List.of(NAME, NUMBER, NAME),
          n -> new PlanEntry.Next(goroutine(n.get(0)), n.get(1), goroutine(n.get(2))));

  private static final Kind CASE =
      new Kind(
          ChoiceKind.CASE.code(),
          'c',
          List.of(NAME, NUMBER, NUMBER),
          n -> new PlanEntry.Case(goroutine(n.get(0)), n.get(1), Math.toIntExact(n.get(2))));

  private static final Kind EXPIRY =
      new Kind(
          ChoiceKind.TIMER.code(),
          't',
          List.of(NAME, NUMBER),
          n -> new PlanEntry.Expiry(goroutine(n.get(0)), n.get(1)));

  private static final Kind PREFERENCE =
      new Kind(
          4,
          'p',
          List.of(SYMBOL, NUMBER, NUMBER, NUMBER),
          n ->
              new PlanEntry.Preference(
                  place(n), Math.toIntExact(n.get(2)), Math.toIntExact(n.get(3))));

  private static final Kind PATIENCE =
      new Kind(5, 'w', List.of(NUMBER), n -> new PlanEntry.Patience(n.getFirst()));

  private static final Kind DELAY =
      new Kind(
          8,
          'd',
          List.of(NAME, NUMBER, NAME, NUMBER),
          n -> new PlanEntry.Delay(goroutine(n.get(0)), n.get(1), goroutine(n.get(2)), n.get(3)));

  private static final Kind ACCESS_POINT =
      new Kind(9, 'a', List.of(SYMBOL, NUMBER), n -> new PlanEntry.AccessPoint(place(n)));

  private static final Kind RETURN =
      new Kind(
          ChoiceKind.RETURNED.code(),
          'r',
          List.of(NAME, NUMBER, NAME, NUMBER),
          n -> new PlanEntry.Return(goroutine(n.get(0)), n.get(1), goroutine(n.get(2)), n.get(3)));

  private static final Kind ALTERNATIVES =
      new Kind(13, 'v', List.of(), _ -> new PlanEntry.Alternatives());

  private static final Kind STRATEGY_FROM =
      new Kind(
          18,
          's',
          List.of(NUMBER, NUMBER),
          n -> new PlanEntry.StrategyFrom(Math.toIntExact(n.get(0)), n.get(1)));

  private static final Kind INJECTED_DELAY =
      new Kind(
          14,
          'l',
          List.of(SYMBOL, NUMBER, NUMBER),
          n -> new PlanEntry.InjectedDelay(place(n), n.get(2)));

  private static final Kind COMPUTING =
      new Kind(
          ChoiceKind.COMPUTING.code(),
          'e',
          List.of(NAME, NUMBER, NUMBER),
          n -> new PlanEntry.Computing(goroutine(n.get(0)), n.get(1), n.get(2)));

  private static final Kind LATENESS =
      new Kind(
          19,
          'z',
          List.of(NAME, NUMBER, NUMBER),
          n -> new PlanEntry.Lateness(goroutine(n.get(0)), n.get(1), n.get(2)));

  private static final Kind FAULT =
      new Kind(
          ChoiceKind.FAULT.code(),
          'f',
          List.of(NAME, NUMBER, Field.FAULT, NUMBER),
          n ->
              new PlanEntry.Fault(
                  goroutine(n.get(0)), n.get(1), InjectedFault.of(n.get(2)), n.get(3)));

  private static final List<Kind> KINDS =
      List.of(
          NEXT,
          CASE,
          EXPIRY,
          PREFERENCE,
          PATIENCE,
          DELAY,
          ACCESS_POINT,
          RETURN,
          ALTERNATIVES,
          INJECTED_DELAY,
          COMPUTING,
          LATENESS,
          FAULT,
          STRATEGY_FROM);

  /** A line that no {@link Plan} has: the run records values. */
  private static final String RECORDS_VALUES = "17";

  private PlanText() {}

  /**
   * The file that the runtime reads: the number of entries, then each. What happens at a place that
   * the program does not have is left out.
   *
   * @param textOffset where a place is: bytes from the start of the program's text
   * @param details whether the run is to record values, which changes nothing of what it does
   */
  public static String lines(
      Plan plan, boolean details, Function<? super SymbolOffset, OptionalLong> textOffset) {
    List<String> lines = new ArrayList<>();
    if (details) {
      lines.add(RECORDS_VALUES);
    }
    plan.entries().stream()
        .map(entry -> Written.of(entry).at(textOffset))
        .flatMap(Optional::stream)
        .forEach(lines::add);
    return lines.stream()
        .map(line -> line + "\n")
        .collect(Collectors.joining("", "0," + lines.size() + "\n", ""));
  }

  /** The plan as one word: the letters and numbers of its entries. */
  public static String word(Plan plan) {
    return plan.entries().stream()
        .map(entry -> Written.of(entry).word())
        .collect(Collectors.joining("+"));
  }

  /**
   * Reads what {@link #word} writes.
   *
   * @throws IllegalArgumentException with a sentence for the user, if it is damaged
   */
  public static Plan parse(String text) {
    List<PlanEntry> entries = new ArrayList<>();
    for (String word : text.isEmpty() ? new String[0] : text.split("\\+", -1)) {
      try {
        entries.add(entry(word));
      } catch (IllegalArgumentException | IndexOutOfBoundsException | ArithmeticException e) {
        throw new IllegalArgumentException("'%s' is not a decision".formatted(word), e);
      }
    }
    return new Plan(entries);
  }

  private static PlanEntry entry(String word) {
    Kind kind =
        KINDS.stream()
            .filter(k -> k.letter == word.charAt(0))
            .findFirst()
            .orElseThrow(IllegalArgumentException::new);
    String numbers = word.substring(1);
    String[] parts = numbers.isEmpty() ? new String[0] : numbers.split("\\.", -1);
    if (parts.length != kind.fields.size()) {
      throw new IllegalArgumentException();
    }
    return kind.make.apply(
        IntStream.range(0, kind.fields.size())
            .mapToObj(i -> kind.fields.get(i).parse(parts[i]))
            .toList());
  }

  private static SymbolOffset place(List<Long> numbers) {
    return new SymbolOffset(numbers.get(0), numbers.get(1));
  }

  private static GoroutineName goroutine(long value) {
    return new GoroutineName(value);
  }

  /** An entry as its numbers. */
  private record Written(Kind kind, List<Long> numbers) {
    static Written of(PlanEntry entry) {
      return switch (entry) {
        case PlanEntry.Next e -> NEXT.with(e.goroutine().value(), e.at(), e.chosen().value());
        case PlanEntry.Case e -> CASE.with(e.goroutine().value(), e.at(), (long) e.chosen());
        case PlanEntry.Expiry e -> EXPIRY.with(e.goroutine().value(), e.at());
        case PlanEntry.Computing e ->
            COMPUTING.with(e.goroutine().value(), e.reading(), e.micros());
        case PlanEntry.Lateness e ->
            LATENESS.with(e.goroutine().value(), e.operation(), e.micros());
        case PlanEntry.Fault e ->
            FAULT.with(e.goroutine().value(), e.use(), (long) e.fault().code(), e.bytes());
        case PlanEntry.Delay e ->
            DELAY.with(e.goroutine().value(), e.operation(), e.other().value(), e.until());
        case PlanEntry.Return e ->
            RETURN.with(e.goroutine().value(), e.at(), e.returning().value(), e.call());
        case PlanEntry.Preference e ->
            PREFERENCE.with(
                e.select().symbol(), e.select().offset(), (long) e.cases(), (long) e.preferred());
        case PlanEntry.Patience e -> PATIENCE.with(e.millis());
        case PlanEntry.InjectedDelay e ->
            INJECTED_DELAY.with(e.operation().symbol(), e.operation().offset(), e.millis());
        case PlanEntry.AccessPoint e -> ACCESS_POINT.with(e.access().symbol(), e.access().offset());
        case PlanEntry.Alternatives _ -> ALTERNATIVES.with();
        case PlanEntry.StrategyFrom e -> STRATEGY_FROM.with((long) e.decisions(), e.seed());
      };
    }

    /** The line for a program; empty if that does not have the place. */
    Optional<String> at(Function<? super SymbolOffset, OptionalLong> textOffset) {
      if (kind.fields.isEmpty() || kind.fields.getFirst() != SYMBOL) {
        return Optional.of(line(numbers));
      }
      OptionalLong offset = textOffset.apply(place(numbers));
      return offset.isEmpty()
          ? Optional.empty()
          : Optional.of(
              line(
                  Stream.concat(Stream.of(offset.getAsLong()), numbers.stream().skip(2)).toList()));
    }

    private String line(List<Long> written) {
      return Stream.concat(Stream.of((long) kind.number), written.stream())
          .map(String::valueOf)
          .collect(Collectors.joining(","));
    }

    String word() {
      return kind.letter
          + IntStream.range(0, numbers.size())
              .mapToObj(i -> kind.fields.get(i).print(numbers.get(i)))
              .collect(Collectors.joining("."));
    }
  }
}
