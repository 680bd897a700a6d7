package dev.harrier.binary.semantics;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harrier.binary.code.Code;
import dev.harrier.binary.elf.UnusableBinaryException;
import dev.harrier.binary.pclntab.GoSymbols;
import dev.harrier.binary.program.GoBuild;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the table says is held against the code: one wrong number, and the file is refused. */
final class OffsetCheckTest {
  @TempDir static Path directory;

  private static Code code;
  private static Layout right;

  @BeforeAll
  static void build() throws IOException {
    Path program = GoBuild.with(GoBuild.INSTALLED).build("frames", directory);
    GoSymbols symbols = GoSymbols.open(program);
    code = new Code(symbols);
    right = Layout.of(symbols.minorVersion());
  }

  @Test
  void theTableAgreesWithTheCode() {
    assertThatCode(() -> OffsetCheck.run(code, right)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"g.goid", "g.startpc", "m.curg", "hchan.lock"})
  void aWrongNumberIsRefusedByName(String name) {
    Layout wrong =
        new Layout(
            right.goid() + off(name, "g.goid"),
            right.startPc() + off(name, "g.startpc"),
            right.currentG() + off(name, "m.curg"),
            right.channelLock() + off(name, "hchan.lock"),
            right.waitReasons());

    assertThatThrownBy(() -> OffsetCheck.run(code, wrong))
        .isInstanceOf(UnusableBinaryException.class)
        .hasMessageContaining(name + " should be at offset")
        .hasMessageContaining("its code says");
  }

  private static int off(String name, String wanted) {
    return name.equals(wanted) ? 8 : 0;
  }
}
