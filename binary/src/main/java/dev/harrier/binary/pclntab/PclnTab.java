package dev.harrier.binary.pclntab;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.harrier.binary.elf.LittleEndian;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The tables behind one {@code pcHeader}. Names are decoded once each. */
final class PclnTab {
  private static final int NO_FILE = -1;

  private final MemorySegment names;
  private final MemorySegment units;
  private final MemorySegment files;
  private final PcValues values;
  private final FunctionTable functions;
  private final Map<Integer, String> functionNames = new ConcurrentHashMap<>();
  private final Map<Integer, String> fileNames = new ConcurrentHashMap<>();

  /** {@code bytes} begin with the header and continue at least to the end of the tables. */
  PclnTab(PcHeader h, MemorySegment bytes) {
    names = bytes.asSlice(h.names(), h.compilationUnits() - h.names());
    units = bytes.asSlice(h.compilationUnits(), h.files() - h.compilationUnits());
    files = bytes.asSlice(h.files(), h.pcValues() - h.files());
    values = new PcValues(bytes.asSlice(h.pcValues(), h.functions() - h.pcValues()), h.quantum());
    functions = new FunctionTable(bytes.asSlice(h.functions()), h.functionCount());
  }

  FunctionTable functions() {
    return functions;
  }

  PcValues values() {
    return values;
  }

  /** Whether a name starts at this position of the name table. */
  boolean isNameStart(int position) {
    return isStart(names, position);
  }

  private static boolean isStart(MemorySegment strings, long position) {
    return position == 0
        || (position > 0
            && position < strings.byteSize()
            && strings.get(JAVA_BYTE, position - 1) == 0);
  }

  /**
   * The string at a position, "" if none starts there. So all strings together are no longer than
   * their table, whatever the positions are that a damaged file has.
   */
  private static String string(MemorySegment strings, long position) {
    return isStart(strings, position) ? LittleEndian.string(strings, position) : "";
  }

  /**
   * As stack traces print it: type arguments of generic functions are {@code [...]}. Unlike the
   * runtime, which takes position 0 for "unknown", this knows the first name of the table too.
   */
  String functionName(int position) {
    return functionNames.computeIfAbsent(position, p -> shortenTypeArguments(string(names, p)));
  }

  /** The file of a place in {@code f}, "" if unknown. */
  String file(GoFunction f, long distance) {
    int number = values.valueAt(f.fileTable(), distance);
    if (number < 0) {
      return "";
    }
    int position = units.get(LittleEndian.INT, 4L * (Integer.toUnsignedLong(f.unit()) + number));
    return position == NO_FILE
        ? ""
        : fileNames.computeIfAbsent(position, p -> string(files, Integer.toUnsignedLong(p)));
  }

  /** The files of all places. */
  List<String> files() {
    List<String> all = new ArrayList<>();
    long start = 0;
    for (long at = 0; at < files.byteSize(); at++) {
      if (files.get(JAVA_BYTE, at) == 0) {
        all.add(LittleEndian.string(files, start));
        start = at + 1;
      }
    }
    return all;
  }

  /** The line of a place in {@code f}, 0 if unknown. */
  int line(GoFunction f, long distance) {
    return Math.max(0, values.valueAt(f.lineTable(), distance));
  }

  private static String shortenTypeArguments(String name) {
    int open = name.indexOf('[');
    int close = name.lastIndexOf(']');
    return open < 0 || close <= open
        ? name
        : name.substring(0, open) + "[...]" + name.substring(close + 1);
  }
}
