package dev.harrier.tracing.table;

/** The side tables that one replay fills, in which ids are looked up. */
public record Tables(
    StackTable stacks, ObjectTable objects, GoroutineTable goroutines, Tests tests) {
  /** To be filled by a replay whose stacks are resolved so. */
  public static Tables of(Symbolizer symbolizer) {
    return of(new StackTable(symbolizer), symbolizer);
  }

  /** To be filled by a replay, with a table of stacks that shows them in a way of its own. */
  public static Tables of(StackTable stacks, Symbolizer symbolizer) {
    return new Tables(stacks, new ObjectTable(), new GoroutineTable(symbolizer), new Tests());
  }
}
