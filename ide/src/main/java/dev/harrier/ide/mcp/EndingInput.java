package dev.harrier.ide.mcp;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * The messages of a client, one line each, and the word that there are no more: the SDK gives none,
 * and reads no further once a line is not a message. So such lines are left out here.
 */
final class EndingInput extends InputStream {
  private static final System.Logger LOGGER = System.getLogger("harrier");

  private final InputStream in;
  private final McpJsonMapper mapper;
  private final CompletableFuture<Void> ended;
  private byte[] line = {};
  private int at;

  EndingInput(InputStream in, McpJsonMapper mapper, CompletableFuture<Void> ended) {
    this.in = new BufferedInputStream(in);
    this.mapper = mapper;
    this.ended = ended;
  }

  @Override
  public int read() throws IOException {
    byte[] one = {0};
    return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
  }

  /** Waits for the next message when the last one was given out, never for a second one. */
  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    while (at == line.length && length > 0) {
      byte[] next = nextLine();
      if (next.length == 0) {
        ended.complete(null);
        return -1;
      }
      at = isMessage(next) ? 0 : next.length;
      line = next;
    }
    int copied = Math.min(length, line.length - at);
    System.arraycopy(line, at, buffer, offset, copied);
    at += copied;
    return copied;
  }

  /** With its line break, if it has one; empty at the end. */
  private byte[] nextLine() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int next;
    do {
      next = in.read();
      if (next >= 0) {
        bytes.write(next);
      }
    } while (next >= 0 && next != '\n');
    return bytes.toByteArray();
  }

  private boolean isMessage(byte[] bytes) {
    try {
      McpSchema.deserializeJsonRpcMessage(mapper, new String(bytes, StandardCharsets.UTF_8));
      return true;
    } catch (IOException | RuntimeException e) {
      LOGGER.log(System.Logger.Level.WARNING, "a line that is not a message is left out");
      return false;
    }
  }
}
