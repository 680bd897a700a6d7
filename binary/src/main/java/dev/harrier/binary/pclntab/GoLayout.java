package dev.harrier.binary.pclntab;

import dev.harrier.binary.buildinfo.BuildInfo;
import dev.harrier.binary.elf.UnusableBinaryException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What differs between the supported Go versions in the tables read here. */
enum GoLayout {
  GO_1_22(22, 24, 320, 22),
  GO_1_25(25, 26, 320, 23),
  /** Of later releases, too, until one moves something: {@link InlineTreeCheck} sees that. */
  GO_1_27(27, Integer.MAX_VALUE, 344, 23);

  private static final Pattern MINOR = Pattern.compile("\\bgo1\\.(\\d+)");

  private final int firstMinor;
  private final int lastMinor;
  private final int goFuncOffset;
  private final int wrapperId;

  GoLayout(int firstMinor, int lastMinor, int goFuncOffset, int wrapperId) {
    this.firstMinor = firstMinor;
    this.lastMinor = lastMinor;
    this.goFuncOffset = goFuncOffset;
    this.wrapperId = wrapperId;
  }

  /**
   * The layout of the Go version that built the file.
   *
   * @throws UnusableBinaryException if it is older than 1.22
   */
  static GoLayout of(Optional<BuildInfo> info, Path path) throws UnusableBinaryException {
    String version =
        info.map(BuildInfo::goVersion)
            .orElseThrow(() ->
                new UnusableBinaryException(
                    path
                        + " has no Go build information: it is not a Go program, or it is packed."
                        + " Give Harrier the file that go build wrote."));
    int minor = minor(version);
    for (GoLayout layout : values()) {
      if (minor >= layout.firstMinor && minor <= layout.lastMinor) {
        return layout;
      }
    }
    throw new UnusableBinaryException(
        "%s was built by %s; Harrier reads executables of Go 1.22 and newer."
            .formatted(path, version));
  }

  /** The minor version in a version string, 0 if there is none. */
  static int minor(String version) {
    Matcher matcher = MINOR.matcher(version);
    return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
  }

  /** Offset of {@code gofunc} in {@code moduledata}, bytes. */
  int goFuncOffset() {
    return goFuncOffset;
  }

  /** {@code abi.FuncIDWrapper}: code that the compiler made, which stack traces leave out. */
  int wrapperId() {
    return wrapperId;
  }
}
