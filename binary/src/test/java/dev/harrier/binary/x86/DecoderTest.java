package dev.harrier.binary.x86;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.binary.pclntab.GoFunction;
import dev.harrier.binary.pclntab.GoSymbols;
import dev.harrier.binary.program.Execution;
import dev.harrier.binary.program.GoBuild;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

final class DecoderTest {
  private static final Pattern LINE = Pattern.compile("^ *([0-9a-f]+):\t(.*)$");
  private static final Pattern BRANCH =
      Pattern.compile("^(?:\\S+ )*?(j[a-z]+|call|loop\\w*) +(?:[a-z]+ )?([0-9a-f]+)( <.*)?$");

  @TempDir static Path directory;

  @Test
  void knowsThePartsOfAnInstruction() {
    // lock cmpxchg %ecx,0x28(%rsp,%rax,8)
    Instruction i = decode(0xf0, 0x0f, 0xb1, 0x4c, 0xc4, 0x28);
    assertThat(i.length()).isEqualTo(6);
    assertThat(i.lock()).isTrue();
    assertThat(i.is(OpcodeMap.ESCAPE_0F, 0xb1)).isTrue();
    assertThat(i.reg()).isEqualTo(1);
    assertThat(i.base()).isEqualTo(4);
    assertThat(i.hasPlainBase()).isFalse();
    assertThat(i.displacement()).isEqualTo(0x28);

    // mov $0x1122334455667788,%r10
    Instruction wide = decode(0x49, 0xba, 0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11);
    assertThat(wide.length()).isEqualTo(10);
    assertThat(wide.immediate()).isEqualTo(0x1122334455667788L);

    // jne -2: to itself
    Instruction loop = decode(0x75, 0xfe);
    assertThat(loop.flow()).isEqualTo(Flow.CONDITIONAL);
    assertThat(loop.target()).isEqualTo(loop.address());
  }

  @Test
  void tellsWhatIsNoInstruction() {
    assertThat(decode(0x06).flow()).isEqualTo(Flow.UNDEFINED);
    assertThat(decode(0xe8, 1).flow()).isEqualTo(Flow.UNDEFINED);
    assertThat(
            decode(
                    0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66,
                    0x66, 0x66, 0x90)
                .flow())
        .isEqualTo(Flow.UNDEFINED);
  }

  @Test
  void agreesWithObjdumpOnTheGoCommand() throws IOException {
    Execution root = Execution.run(directory, Map.of(), List.of("go", "env", "GOROOT"));
    compare(Path.of(root.output().strip(), "bin", "go"), 1_000_000);
  }

  @Test
  void agreesWithObjdumpOnVectorCodeAndOnUnoptimizedCode() throws IOException {
    compare(
        GoBuild.with(GoBuild.INSTALLED, "-gcflags=all=-N -l")
            .environment("GOAMD64", "v3")
            .build("frames", directory),
        100_000);
  }

  /** Any executables of Go's, for {@code bench/results/x86-decoder.md}. */
  @Test
  @EnabledIfSystemProperty(named = "harrier.decoder", matches = ".+")
  void agreesWithObjdumpOnOthers() throws IOException {
    for (String program : System.getProperty("harrier.decoder").split(":")) {
      System.out.printf("%s: %,d instructions%n", program, compare(Path.of(program), 1));
    }
  }

  /**
   * Every boundary and every direct branch target of all Go functions.
   *
   * @return how many instructions there are
   */
  private static int compare(Path program, int atLeast) throws IOException {
    Assumptions.assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/objdump")), "objdump is missing: nothing to compare");
    Path listing = directory.resolve("listing");
    Process objdump =
        new ProcessBuilder("objdump", "-d", "-w", "--no-show-raw-insn", program.toString())
            .redirectOutput(listing.toFile())
            .start();
    GoSymbols symbols = GoSymbols.open(program);
    BitSet ours = new BitSet();
    long text = symbols.module().text();
    Map<Integer, Long> targets = new HashMap<>();
    for (GoFunction f : symbols.functions()) {
      long start = text + f.entry();
      MemorySegment code = symbols.file().slice(start, f.size());
      Decoder decoder = new Decoder(code, start);
      for (long at = start; at < start + f.size(); ) {
        Instruction i = decoder.at(at);
        assertThat(i.flow()).as("at %x in %s", at, symbols.name(f)).isNotEqualTo(Flow.UNDEFINED);
        ours.set((int) (at - text));
        if (i.flow() == Flow.CALL || i.flow() == Flow.JUMP || i.flow() == Flow.CONDITIONAL) {
          targets.put((int) (at - text), i.target());
        }
        at = i.end();
      }
    }
    join(objdump);
    int compared = 0;
    int end = ours.length();
    BitSet theirs = new BitSet();
    Set<GoFunction> data = new HashSet<>();
    try (BufferedReader reader = Files.newBufferedReader(listing)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        Matcher m = LINE.matcher(line);
        if (!m.matches()) {
          continue;
        }
        long distance = Long.parseLong(m.group(1), 16) - text;
        if (distance < 0 || distance >= end) {
          continue;
        }
        theirs.set((int) distance);
        compared++;
        if (m.group(2).contains("(bad)")) {
          data.add(symbols.functionAt(distance).orElseThrow());
        }
        Matcher branch = BRANCH.matcher(m.group(2).strip());
        if (branch.matches()) {
          assertThat(targets)
              .as(line)
              .containsEntry((int) distance, Long.parseLong(branch.group(2), 16));
        }
      }
    }
    assertThat(compared).isGreaterThan(atLeast);
    BitSet difference = (BitSet) ours.clone();
    difference.xor(theirs);
    // The go command keeps a hash among its code: no instructions, so no boundaries to agree on.
    assertThat(data).hasSizeLessThanOrEqualTo(1);
    data.forEach(f -> difference.clear((int) f.entry(), (int) f.end()));
    assertThat(difference.stream().mapToObj(d -> Long.toHexString(d + text)).limit(20)).isEmpty();
    return compared;
  }

  private static void join(Process process) {
    try {
      assertThat(process.waitFor()).isZero();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static Instruction decode(int... bytes) {
    byte[] code = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      code[i] = (byte) bytes[i];
    }
    return new Decoder(MemorySegment.ofArray(code), 0x1000).at(0x1000);
  }
}
