package dev.harrier.binary.pclntab;

import dev.harrier.binary.elf.ElfFile;
import dev.harrier.binary.elf.UnusableBinaryException;

/**
 * Proves the one address of {@code moduledata} that moved between Go versions: under a wrong {@code
 * go:func.*}, inline trees decode to positions where no name starts and to places outside their
 * function.
 */
final class InlineTreeCheck {
  /** Enough to exclude chance, few enough to cost nothing. */
  private static final int TREES = 32;

  private static final int TRIES = 2000;

  private InlineTreeCheck() {}

  static void check(ElfFile file, ModuleData module, PclnTab table) throws UnusableBinaryException {
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
