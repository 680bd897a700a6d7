package dev.harrier.tracing.table;

import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.SymbolOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The stacks of a trace by id: positions in the program, resolved to frames when they are asked
 * for. How a source numbers its stacks, and when it says what is in them, is its own concern.
 */
public final class StackTable {
  private static final String SIGNAL_PANIC = "runtime.sigpanic";

  private final Symbolizer symbolizer;
  private final UnaryOperator<Stack> shown;
  private final List<Entry> entries = new ArrayList<>();

  public StackTable(Symbolizer symbolizer) {
    this(symbolizer, UnaryOperator.identity());
  }

  /**
   * @param shown what is shown of a stack whose frames are resolved
   */
  public StackTable(Symbolizer symbolizer, UnaryOperator<Stack> shown) {
    this.symbolizer = symbolizer;
    this.shown = shown;
    entries.add(new Entry(Stack.EMPTY));
  }

  /** A stack that is {@linkplain #define defined} later, if ever. */
  public StackId add() {
    entries.add(new Entry(null));
    return new StackId(entries.size() - 1);
  }

  /**
   * Says what a stack consists of.
   *
   * @param offsets from the start of the text segment, innermost first
   * @param called whether the innermost is a return address, as the others are; else it is the
   *     place itself
   */
  public void define(StackId id, int[] offsets, boolean called, boolean truncated) {
    entry(id).define(offsets, called, truncated);
  }

  /** How many stacks were used and never defined. */
  public long undefined() {
    return entries.stream().filter(entry -> !entry.defined).count();
  }

  /** The frames, empty for a stack that was never defined. */
  public Stack get(StackId id) {
    Entry entry = entry(id);
    Stack known = entry.resolved;
    if (known != null) {
      return known;
    }
    if (!entry.defined) {
      return Stack.EMPTY;
    }
    Stack resolved = shown.apply(new Stack(frames(entry), entry.truncated));
    entry.resolved = resolved;
    return resolved;
  }

  /** Where the innermost code is; empty if that is not known. */
  public Optional<SymbolOffset> place(StackId id) {
    int[] offsets = entry(id).offsets;
    return offsets.length == 0
        ? Optional.empty()
        : symbolizer.place(Integer.toUnsignedLong(offsets[0]));
  }

  private Entry entry(StackId id) {
    if (id.value() < 0 || id.value() >= entries.size()) {
      throw new NoSuchElementException("no stack " + id + " in this trace so far");
    }
    return entries.get(id.value());
  }

  private List<Site> frames(Entry entry) {
    List<Site> frames = new ArrayList<>();
    boolean called = entry.called;
    for (int offset : entry.offsets) {
      List<Site> here = symbolizer.frames(Integer.toUnsignedLong(offset), called);
      // A signal interrupts its instruction; it is not called by the one before.
      called = here.isEmpty() || !here.getLast().function().equals(SIGNAL_PANIC);
      if (here.isEmpty()) {
        frames.add(Site.UNKNOWN);
      }
      frames.addAll(here);
    }
    return frames;
  }

  private static final class Entry {
    private int[] offsets = {};
    private boolean defined;
    private boolean called;
    private boolean truncated;
    private @Nullable Stack resolved;

    private Entry(@Nullable Stack resolved) {
      this.resolved = resolved;
      this.defined = resolved != null;
    }

    private void define(int[] itsOffsets, boolean isCalled, boolean isTruncated) {
      offsets = itsOffsets;
      called = isCalled;
      truncated = isTruncated;
      defined = true;
      resolved = null;
    }
  }
}
