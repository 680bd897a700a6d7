package dev.harrier.bench.oracle;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A small concurrent program.
 *
 * @param capacities of its channels
 * @param body what its {@code Once} runs
 * @param goroutines what each does; the first is the test's own, the others are created by
 *     instructions, once at most
 * @param joined whether the test waits for all of them in the end
 */
record Sample(
    List<Integer> capacities,
    List<Instruction> body,
    List<List<Instruction>> goroutines,
    boolean joined) {
  Sample {
    capacities = List.copyOf(capacities);
    body = List.copyOf(body);
    goroutines = goroutines.stream().map(List::copyOf).toList();
  }

  /** What the interpreter reads. */
  String text() {
    return (joined ? "1/" : "0/")
        + capacities.stream().map(String::valueOf).collect(Collectors.joining(" "))
        + "/"
        + Stream.concat(Stream.of(body), goroutines.stream())
            .map(list -> list.stream().map(Instruction::text).collect(Collectors.joining(",")))
            .collect(Collectors.joining("/"));
  }

  /** Reads what {@link #text} writes. */
  static Sample parse(String text) {
    String[] parts = text.split("/", -1);
    return new Sample(
        numbers(parts[1]),
        instructions(parts[2]),
        Stream.of(parts).skip(3).map(Sample::instructions).toList(),
        parts[0].equals("1"));
  }

  private static List<Integer> numbers(String text) {
    return Stream.of(text.split(" ")).filter(w -> !w.isEmpty()).map(Integer::valueOf).toList();
  }

  @SuppressWarnings("EnumOrdinal") // As Instruction.text writes them.
  private static List<Instruction> instructions(String text) {
    return Stream.of(text.split(","))
        .map(Sample::numbers)
        .filter(n -> !n.isEmpty())
        .map(n ->
            new Instruction(
                Code.values()[n.get(0)], n.get(1), n.get(2), n.get(3), n.get(4), n.get(5)))
        .toList();
  }

  boolean uses(Code code) {
    return Stream.concat(Stream.of(body), goroutines.stream())
        .flatMap(List::stream)
        .anyMatch(i -> i.code() == code);
  }

  /** Whether anything in it is up to time. */
  boolean isTimed() {
    return uses(Code.AFTER)
        || goroutines.stream()
            .flatMap(List::stream)
            .anyMatch(i ->
                i.code() == Code.SELECT
                    && (i.a() >= Instruction.TIMER || i.c() >= Instruction.TIMER));
  }

  boolean accessesVariables() {
    return uses(Code.READ) || uses(Code.WRITE);
  }

  @Override
  public String toString() {
    StringBuilder text =
        new StringBuilder(
            "channels %s, once %s%s".formatted(capacities, body, joined ? "" : ", not joined"));
    for (int g = 0; g < goroutines.size(); g++) {
      text.append("\n    g%d: %s".formatted(g, goroutines.get(g)));
    }
    return text.toString();
  }
}
