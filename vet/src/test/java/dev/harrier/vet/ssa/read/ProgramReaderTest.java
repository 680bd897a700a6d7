package dev.harrier.vet.ssa.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harrier.vet.ssa.Program;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/**
 * Streams of one function, {@code p.f}, written byte by byte as {@code
 * docs/internals/ssa-format.md} says.
 */
final class ProgramReaderTest {
  private static final int JUMP = 25;
  private static final int RETURN = 27;

  @Test
  void aStreamWithSoundCodeIsAProgram() throws IOException {
    Program program = read(RETURN, 0, 0);
    assertThat(program.functions())
        .singleElement()
        .satisfies(f -> assertThat(f.hasBody()).isTrue());
  }

  @Test
  void aStreamThatIsWholeButNotSaneIsRefused() {
    assertThatThrownBy(() -> read(JUMP, 0))
        .isInstanceOf(SsaFormatException.class)
        .hasMessage(
            "the SSA form is not sane: in p.f, block 0: its last instruction does not fit its"
                + " successors");
  }

  @Test
  void changesOfWhatIsNoStructAreRefused() {
    assertThatThrownBy(() -> readWith('M', 3, 0, 0))
        .isInstanceOf(SsaFormatException.class)
        .hasMessage("the SSA form is not sane: type 3 has fields that change, and is no struct");
  }

  @Test
  void aSecondExtentIsRefused() {
    assertThatThrownBy(() -> readWith('A', 1, 0))
        .isInstanceOf(SsaFormatException.class)
        .hasMessage("there are two records A");
  }

  /** One block without neighbors, with one instruction: its code, position and fields. */
  private static Program read(int... instruction) throws IOException {
    ByteArrayOutputStream stream = function(instruction);
    record(stream, 'Z', new byte[] {4});
    return ProgramReader.read(new ByteArrayInputStream(stream.toByteArray()));
  }

  /** A sound function, and one more record. */
  private static Program readWith(int tag, int... fields) throws IOException {
    ByteArrayOutputStream stream = function(RETURN, 0, 0);
    byte[] bytes = new byte[fields.length];
    for (int i = 0; i < fields.length; i++) {
      bytes[i] = (byte) fields[i];
    }
    record(stream, tag, bytes);
    record(stream, 'Z', new byte[] {5});
    return ProgramReader.read(new ByteArrayInputStream(stream.toByteArray()));
  }

  private static ByteArrayOutputStream function(int... instruction) {
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    stream.writeBytes(new byte[] {'H', 'S', 'S', 'A', RecordStream.VERSION});
    record(stream, 'S', "p.f".getBytes(StandardCharsets.UTF_8));
    record(stream, 'U', new byte[] {0, 0, 0, 0, 0, 0, 0, 0});
    byte[] body = new byte[9 + instruction.length];
    body[4] = 1; // blocks, after function, parameters, free variables and recover block
    body[7] = 1; // instructions, after successors and predecessors
    for (int i = 0; i < instruction.length; i++) {
      body[8 + i] = (byte) instruction[i];
    }
    record(stream, 'B', body);
    record(stream, 'A', new byte[] {1, 0});
    return stream;
  }

  private static void record(ByteArrayOutputStream stream, int tag, byte[] fields) {
    stream.write(tag);
    stream.write(fields.length);
    stream.writeBytes(fields);
  }
}
