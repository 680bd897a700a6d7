package dev.harrier.binary.pclntab;

import dev.harrier.binary.buildinfo.BuildInfo;
import dev.harrier.binary.elf.ElfFile;
import dev.harrier.binary.elf.UnusableBinaryException;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.SymbolOffset;
import dev.harrier.tracing.table.Symbolizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The symbols of one Go executable. Safe for use by several threads.
 *
 * <p>Frames are those that {@code runtime.CallersFrames} gives for the same program counter:
 * wrappers that the compiler made are left out where an inlined call stands inside them.
 */
public final class GoSymbols implements Symbolizer {
  /** No function has more calls inlined into each other; in damaged tables they form circles. */
  private static final int DEEPEST_INLINING = 1 << 10;

  private final ElfFile file;
  private final BuildInfo info;
  private final GoLayout layout;
  private final ModuleData module;
  private final PclnTab table;
  private final LibraryFiles library;
  private volatile @Nullable SymbolIndex index;

  private GoSymbols(
      ElfFile file, BuildInfo info, GoLayout layout, ModuleData module, PclnTab table) {
    this.file = file;
    this.info = info;
    this.layout = layout;
    this.module = module;
    this.table = table;
    this.library = new LibraryFiles(table.files());
  }

  /**
   * Opens an executable that Go 1.22 or newer built for linux/amd64 or linux/arm64.
   *
   * @throws UnusableBinaryException if it is something else, or its tables contradict each other
   * @throws IOException if it can't be read
   */
  public static GoSymbols open(Path path) throws IOException {
    return of(ElfFile.open(path));
  }

  /** As {@link #open}, of a file already open. */
  public static GoSymbols of(ElfFile file) throws UnusableBinaryException {
    Optional<BuildInfo> info = BuildInfo.read(file);
    GoLayout layout = GoLayout.of(info, file.path());
    String system = info.map(i -> i.settings().get("GOOS")).orElse("linux");
    if (!system.equals("linux")) {
      throw new UnusableBinaryException(
          "%s is for %s; build it with GOOS=linux.".formatted(file.path(), system));
    }
    try {
      PclnTabFinder.Found found = new PclnTabFinder(file, layout).find();
      PclnTab table = new PclnTab(found.header(), found.bytes());
      InlineTreeCheck.check(file, found.module(), table);
      return new GoSymbols(file, info.orElseThrow(), layout, found.module(), table);
    } catch (IndexOutOfBoundsException damaged) {
      throw new UnusableBinaryException(
          file.path() + " is damaged: its function tables point outside the file.", damaged);
    }
  }

  public ElfFile file() {
    return file;
  }

  public BuildInfo buildInfo() {
    return info;
  }

  public ModuleData module() {
    return module;
  }

  /**
   * The frames at a place in the code, innermost first, inlined calls expanded; the last one is the
   * function whose machine code it is. Empty outside Go code, and where damaged tables lead outside
   * the file.
   *
   * @param textOffset distance from {@code runtime.text}, bytes
   * @param returnAddress whether the place is where a call returns to, so that the call itself is
   *     meant
   */
  @Override
  public List<Site> frames(long textOffset, boolean returnAddress) {
    long place = returnAddress ? textOffset - 1 : textOffset;
    try {
      return table.functions().find(place).map(f -> frames(f, place - f.entry())).orElse(List.of());
    } catch (IndexOutOfBoundsException damaged) {
      return List.of();
    }
  }

  @Override
  public Optional<SymbolOffset> place(long returnAddress) {
    try {
      return functionAt(returnAddress - 1).flatMap(f -> index().of(f, returnAddress));
    } catch (IndexOutOfBoundsException damaged) {
      return Optional.empty();
    }
  }

  @Override
  public OptionalLong textOffset(SymbolOffset place) {
    try {
      return index().textOffset(place);
    } catch (IndexOutOfBoundsException damaged) {
      return OptionalLong.empty();
    }
  }

  /** Made when it is asked for; by two threads at once, both make the same. */
  private SymbolIndex index() {
    SymbolIndex made = index;
    if (made == null) {
      made = new SymbolIndex(functions(), this::name);
      index = made;
    }
    return made;
  }

  /** The function whose machine code contains {@code textOffset}. */
  public Optional<GoFunction> functionAt(long textOffset) {
    return table.functions().find(textOffset);
  }

  /** All functions in the order of addresses; parses them as they are asked for. */
  public List<GoFunction> functions() {
    FunctionTable functions = table.functions();
    return new AbstractList<>() {
      @Override
      public GoFunction get(int index) {
        return functions.get(index);
      }

      @Override
      public int size() {
        return functions.count();
      }
    };
  }

  public String name(GoFunction f) {
    return table.functionName(f.name());
  }

  /** The functions that were inlined into {@code f}, at any depth. */
  public Set<String> inlinedInto(GoFunction f) {
    if (f.inlineTree() == GoFunction.NO_TREE || f.inlineTable() == 0) {
      return Set.of();
    }
    InlineTree tree = new InlineTree(file.sliceToSegmentEnd(module.goFunc() + f.inlineTree()));
    Set<String> callees = new HashSet<>();
    int last = table.values().greatest(f.inlineTable());
    for (int i = 0; i <= last; i++) {
      callees.add(table.functionName(tree.get(i).name()));
    }
    return callees;
  }

  /** Whether the compiler or the linker made the function as a bridge to another one. */
  public boolean isWrapper(GoFunction f) {
    return f.id() == layout.wrapperId();
  }

  /** Where Go's library is, "" with {@code -trimpath} and if damaged. */
  public String goroot() {
    return library.home();
  }

  /** The minor version of Go: 26 for go1.26.8. */
  public int minorVersion() {
    return GoLayout.minor(info.goVersion());
  }

  private List<Site> frames(GoFunction f, long distance) {
    List<Site> frames = new ArrayList<>(4);
    long place = distance;
    if (f.inlineTree() != GoFunction.NO_TREE) {
      InlineTree tree = new InlineTree(file.sliceToSegmentEnd(module.goFunc() + f.inlineTree()));
      int index = table.values().valueAt(f.inlineTable(), place);
      for (int depth = 0; index >= 0 && depth < DEEPEST_INLINING; depth++) {
        InlineTree.Call call = tree.get(index);
        add(frames, f, call.id(), call.name(), place);
        place = call.parentPc();
        index = table.values().valueAt(f.inlineTable(), place);
      }
    }
    add(frames, f, f.id(), f.name(), place);
    return List.copyOf(frames);
  }

  private void add(List<Site> frames, GoFunction f, int id, int name, long place) {
    if (frames.isEmpty() || id != layout.wrapperId()) {
      frames.add(
          library.located(
              new Site(table.functionName(name), table.file(f, place), table.line(f, place))));
    }
  }

  /**
   * Proves the one address of {@code moduledata} that moved between Go versions: under a wrong
   * {@code go:func.*}, inline trees decode to positions where no name starts and to places outside
   * their function.
   */
  private static final class InlineTreeCheck {
    /** Enough to exclude chance, few enough to cost nothing. */
    private static final int TREES = 32;

    private static final int TRIES = 2000;

    private InlineTreeCheck() {}

    static void check(ElfFile file, ModuleData module, PclnTab table)
        throws UnusableBinaryException {
      FunctionTable functions = table.functions();
      int step = Math.max(1, functions.count() / TRIES);
      int seen = 0;
      for (int i = 0; i < functions.count() && seen < TREES; i += step) {
        GoFunction f = functions.get(i);
        if (f.inlineTree() == GoFunction.NO_TREE) {
          continue;
        }
        seen++;
        if (!isSound(file, module, table, f)) {
          throw new UnusableBinaryException(
              "%s: the inline tree of %s does not decode with the layout of its Go version;"
                      .formatted(file.path(), table.functionName(f.name()))
                  + " was it built by a modified toolchain?");
        }
      }
    }

    private static boolean isSound(ElfFile file, ModuleData module, PclnTab table, GoFunction f) {
      long address = module.goFunc() + f.inlineTree();
      if (!file.holds(address, 16)) {
        return false;
      }
      InlineTree.Call first = new InlineTree(file.sliceToSegmentEnd(address)).get(0);
      return table.isNameStart(first.name())
          && first.parentPc() >= 0
          && first.parentPc() < f.size()
          && first.startLine() >= 0;
    }
  }
}
