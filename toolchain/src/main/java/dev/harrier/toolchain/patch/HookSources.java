package dev.harrier.toolchain.patch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The Go half, from {@code src/main/go}, packed as resources. */
final class HookSources {
  private HookSources() {}

  /**
   * @param path relative to {@code src/main/go}: {@code runtime/emit.go}
   */
  static String read(String path) throws IOException {
    String resource = "/dev/harrier/toolchain/go/" + path;
    try (InputStream in = HookSources.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IOException("Harrier's own jar lacks " + resource + ": build it again");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
