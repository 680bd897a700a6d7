package dev.harrier.tracing.decode;

import dev.harrier.tracing.table.Tests;

/** The side tables that one replay fills. */
record Tables(StackTable stacks, ObjectTable objects, GoroutineTable goroutines, Tests tests) {
  static Tables empty(Symbolizer symbolizer) {
    return new Tables(
        new StackTable(symbolizer), new ObjectTable(), new GoroutineTable(symbolizer), new Tests());
  }
}
