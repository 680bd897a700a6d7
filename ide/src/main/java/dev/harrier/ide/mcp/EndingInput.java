package dev.harrier.ide.mcp;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;

/** Says when there is no more input: the SDK does not. */
final class EndingInput extends FilterInputStream {
  private final CompletableFuture<Void> ended;

  EndingInput(InputStream in, CompletableFuture<Void> ended) {
    super(in);
    this.ended = ended;
  }

  @Override
  public int read() throws IOException {
    return watched(super.read());
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    return watched(super.read(buffer, offset, length));
  }

  private int watched(int read) {
    if (read < 0) {
      ended.complete(null);
    }
    return read;
  }
}
