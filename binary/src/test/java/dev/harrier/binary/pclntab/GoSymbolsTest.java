package dev.harrier.binary.pclntab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harrier.binary.elf.UnusableBinaryException;
import dev.harrier.binary.program.Execution;
import dev.harrier.binary.program.GoBuild;
import dev.harrier.binary.rewrite.LogSettings;
import dev.harrier.binary.rewrite.Rewriter;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.SymbolOffset;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Go's own {@code runtime.CallersFrames}, asked by the traced program itself, is the truth. */
final class GoSymbolsTest {
  /** A prime, so that the sweep meets instructions at all their positions. */
  private static final int STEP = 31;

  @TempDir static Path directory;

  static Stream<GoBuild> expandingBuilds() {
    return Stream.of(
        GoBuild.with(GoBuild.INSTALLED),
        GoBuild.with(GoBuild.INSTALLED, "-ldflags=-s -w"),
        GoBuild.with(GoBuild.INSTALLED, "-buildmode=pie"),
        GoBuild.with(GoBuild.INSTALLED, "-buildmode=pie", "-ldflags=-s -w -linkmode=external"),
        GoBuild.with(GoBuild.INSTALLED, "-gcflags=all=-N -l"),
        GoBuild.with(GoBuild.INSTALLED, "-race"),
        GoBuild.with("go1.27.4"),
        GoBuild.with("go1.27.4", "-buildmode=pie", "-ldflags=-s -w"),
        GoBuild.with("go1.25.7"),
        GoBuild.with("go1.24.13", "-ldflags=-s -w"),
        GoBuild.with("go1.23.12", "-ldflags=-s -w"));
  }

  static Stream<GoBuild> allBuilds() {
    return Stream.concat(
        expandingBuilds(),
        Stream.of(GoBuild.with("go1.22.12"), GoBuild.with("go1.22.12", "-ldflags=-s -w")));
  }

  /** Functions of one name, such as instances of generic ones, have places of their own. */
  @Test
  void aPlaceIsFoundAgainInItsProgram() throws IOException {
    GoSymbols symbols = GoSymbols.open(GoBuild.with(GoBuild.INSTALLED).build("frames", directory));
    Set<SymbolOffset> places = new HashSet<>();
    for (GoFunction function : symbols.functions()) {
      long returnAddress = function.entry() + 1;
      SymbolOffset place = symbols.place(returnAddress).orElseThrow();
      assertThat(place.offset()).isEqualTo(1);
      assertThat(symbols.textOffset(place)).hasValue(returnAddress);
      assertThat(places.add(place)).isTrue();
    }
    assertThat(symbols.place(symbols.functions().getLast().end() + 1)).isEmpty();
  }

  @Test
  void aPlaceIsTheSameInAProgramWithOtherCodeBeforeIt() throws IOException {
    GoSymbols one = GoSymbols.open(GoBuild.with(GoBuild.INSTALLED).build("frames", directory));
    GoSymbols other = GoSymbols.open(GoBuild.with(GoBuild.INSTALLED).build("server", directory));
    SymbolOffset place = one.place(offsetOf(one, "runtime.goexit") + 1).orElseThrow();
    assertThat(other.textOffset(place)).hasValue(offsetOf(other, "runtime.goexit") + 1);
    assertThat(offsetOf(other, "runtime.goexit")).isNotEqualTo(offsetOf(one, "runtime.goexit"));
    SymbolOffset only = one.place(offsetOf(one, "main.anchor") + 1).orElseThrow();
    assertThat(other.textOffset(only)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("expandingBuilds")
  void everyCounterOfTheTextHasTheFramesThatTheRuntimeGivesIt(GoBuild build) throws IOException {
    Path program = build.build("frames", directory);
    GoSymbols symbols = GoSymbols.open(program);
    long anchor = offsetOf(symbols, "main.anchor");
    List<GoFunction> functions = symbols.functions();
    long end = functions.getLast().end();
    String firstName =
        functions.stream().filter(f -> f.name() == 0).map(symbols::name).findFirst().orElse("");

    List<Answer> answers = run(program, "sweep", "" + (1 - anchor), "" + (end - anchor), "" + STEP);

    assertThat(answers).hasSizeGreaterThan((int) (end / STEP / 2));
    if (!build.flags().contains("-gcflags=all=-N -l")) {
      assertThat(answers.stream().filter(a -> a.frames.size() > 2)).hasSizeGreaterThan(500);
    }
    for (Answer answer : answers) {
      List<Site> frames = symbols.frames(anchor + answer.distance, true);
      assertThat(frames).hasSameSizeAs(answer.frames);
      for (int i = 0; i < frames.size(); i++) {
        Site expected = answer.frames.get(i);
        // The runtime can't distinguish the first name of its table from none.
        String function = expected.function().isEmpty() ? firstName : expected.function();
        assertThat(frames.get(i)).isEqualTo(new Site(function, expected.file(), expected.line()));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("allBuilds")
  void stacksOfGenericsClosuresDefersAndMethodValuesReadAsGoPrintsThem(GoBuild build)
      throws IOException {
    Path program = build.build("frames", directory);
    GoSymbols symbols = GoSymbols.open(program);
    long anchor = offsetOf(symbols, "main.anchor");

    List<Answer> answers = run(program, "stacks");

    assertThat(answers).hasSizeGreaterThan(60);
    for (Answer answer : answers) {
      assertThat(symbols.frames(anchor + answer.distance, true))
          .startsWith(answer.frames.getFirst());
    }
    assertThat(answers.stream().map(a -> a.frames.getFirst().function()))
        .contains("main.apply[...]", "main.pair[...].visit", "main.stacks.func1", "main.shout");
  }

  /** A release that is not known, with the tables of the last one that is known. */
  private static Path newer(GoBuild build, String version) throws IOException {
    Path program = build.build("frames", directory);
    String bytes = Files.readString(program, StandardCharsets.ISO_8859_1);
    assertThat(bytes).contains(version);
    return Files.writeString(
        program.resolveSibling("newer"),
        bytes.replace(version, version.replaceFirst("^go1\\.\\d+", "go1.28")),
        StandardCharsets.ISO_8859_1);
  }

  @Test
  void aNewerReleaseIsReadAsTheLastThatIsKnownAndNotRewritten() throws IOException {
    Path program = newer(GoBuild.with("go1.27.4"), "go1.27.4");
    GoSymbols symbols = GoSymbols.open(program);
    assertThat(symbols.minorVersion()).isEqualTo(28);
    assertThat(symbols.frames(offsetOf(symbols, "main.anchor"), false))
        .extracting(Site::function)
        .contains("main.anchor");
    assertThatThrownBy(
            () -> Rewriter.rewrite(program, program.resolveSibling("copy"), LogSettings.RING))
        .isInstanceOf(UnusableBinaryException.class)
        .hasMessageContaining("built by go1.28.4; Harrier rewrites executables of Go 1.22 to 1.27");
  }

  @Test
  void aNewerReleaseWhoseTablesMovedIsRefused() throws IOException {
    Path program = newer(GoBuild.with("go1.24.13"), "go1.24.13");
    assertThatThrownBy(() -> GoSymbols.open(program))
        .isInstanceOf(UnusableBinaryException.class)
        .hasMessageContaining("does not decode with the layout of its Go version");
  }

  @Test
  void worksWithoutSectionHeaders() throws IOException {
    for (GoBuild build :
        List.of(
            GoBuild.with(GoBuild.INSTALLED), GoBuild.with(GoBuild.INSTALLED, "-buildmode=pie"))) {
      Path whole = build.build("frames", directory);
      Path bare = Files.copy(whole, directory.resolve("bare" + build.flags().size()));
      byte[] bytes = Files.readAllBytes(bare);
      ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      int sections = (int) header.getLong(40);
      Arrays.fill(bytes, sections, sections + 64 * header.getShort(60), (byte) 0);
      header.putLong(40, 0).putShort(60, (short) 0).putShort(62, (short) 0);
      Files.write(bare, bytes);

      GoSymbols expected = GoSymbols.open(whole);
      GoSymbols found = GoSymbols.open(bare);

      assertThat(found.module()).isEqualTo(expected.module());
      assertThat(found.buildInfo()).isEqualTo(expected.buildInfo());
      long offset = offsetOf(found, "main.here");
      assertThat(found.frames(offset, false)).isEqualTo(expected.frames(offset, false));
    }
  }

  @Test
  void placesOutsideGoCodeHaveNoFrames() throws IOException {
    GoSymbols symbols = GoSymbols.open(GoBuild.with(GoBuild.INSTALLED).build("frames", directory));
    assertThat(symbols.frames(-1, false)).isEmpty();
    assertThat(symbols.frames(symbols.functions().getLast().end(), false)).isEmpty();
    assertThat(symbols.frames(1L << 40, true)).isEmpty();
  }

  @Test
  void refusesWhatIsNoGoProgram() throws IOException {
    Path text = Files.writeString(directory.resolve("text"), "#!/bin/sh\necho hello\n".repeat(9));
    assertThatThrownBy(() -> GoSymbols.open(text))
        .isInstanceOf(UnusableBinaryException.class)
        .hasMessageContaining("not an ELF file");
    assertThatThrownBy(() -> GoSymbols.open(Path.of("/bin/sh").toRealPath()))
        .isInstanceOf(UnusableBinaryException.class)
        .hasMessageContaining("no Go build information");
    byte[] foreign = Files.readAllBytes(forArm());
    foreign[18] = (byte) 243;
    Path riscv = Files.write(directory.resolve("riscv"), foreign);
    assertThatThrownBy(() -> GoSymbols.open(riscv))
        .isInstanceOf(UnusableBinaryException.class)
        .hasMessageContaining("is for ELF machine 243");
  }

  @Test
  void readsWhatRunsOnArm() throws IOException {
    GoSymbols symbols = GoSymbols.open(forArm());
    long here = offsetOf(symbols, "main.here");
    assertThat(symbols.frames(here, false).getFirst().function()).isEqualTo("main.here");
  }

  private Path forArm() throws IOException {
    return GoBuild.with(GoBuild.INSTALLED)
        .environment("GOARCH", "arm64")
        .environment("CGO_ENABLED", "0")
        .build("frames", directory);
  }

  @Test
  void refusesDamagedFiles() throws IOException {
    byte[] whole = Files.readAllBytes(GoBuild.with(GoBuild.INSTALLED).build("frames", directory));
    Path half = Files.write(directory.resolve("half"), Arrays.copyOf(whole, whole.length / 2));
    assertThatThrownBy(() -> GoSymbols.open(half))
        .isInstanceOf(UnusableBinaryException.class)
        .hasMessageContaining("truncated");
  }

  private static long offsetOf(GoSymbols symbols, String function) {
    return symbols.functions().stream()
        .filter(f -> symbols.name(f).equals(function))
        .findFirst()
        .orElseThrow()
        .entry();
  }

  private static List<Answer> run(Path program, String... arguments) {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of(arguments));
    Execution done = Execution.run(directory, Map.of(), command);
    assertThat(done.status()).as(done.errors()).isZero();
    return done.output().lines().skip(1).map(Answer::parse).toList();
  }

  /** What the program said of the counter at a distance from its anchor. */
  private record Answer(long distance, List<Site> frames) {
    static Answer parse(String line) {
      String[] cells = line.split("\t", -1);
      return new Answer(
          Long.parseLong(cells[0]), Arrays.stream(cells).skip(1).map(Answer::site).toList());
    }

    private static Site site(String cell) {
      String[] parts = cell.split("\\|", -1);
      return new Site(parts[0], parts[1].equals("?") ? "" : parts[1], Integer.parseInt(parts[2]));
    }
  }
}
