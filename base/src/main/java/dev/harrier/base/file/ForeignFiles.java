package dev.harrier.base.file;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Files that others may have made: what a checkout has for Harrier, and stores and runs that were
 * sent. Anyone can put a link to a device in their place, of which there is no end.
 */
public final class ForeignFiles {
  /** Bytes; what Harrier writes is smaller by far. */
  private static final long MOST = 1L << 30;

  /** Of a mode, as stat has it. */
  private static final int FILE_TYPE = 0170000;

  private static final int NAMED_PIPE = 0010000;

  private ForeignFiles() {}

  /**
   * The file, which need not be there.
   *
   * @throws IOException if it is no regular file, or larger than any that Harrier writes
   */
  public static Path checked(Path file) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new FileSystemException(file.toString(), null, "it is not a file");
    }
    if (Files.exists(file) && Files.size(file) > MOST) {
      throw new FileSystemException(file.toString(), null, "it is larger than a gigabyte");
    }
    return file;
  }

  /** The same, but for a pipe, such as a shell's {@code <(command)}: that the user has named. */
  public static Path checkedOrPipe(Path file) throws IOException {
    return Files.exists(file)
            && ((int) Files.getAttribute(file, "unix:mode") & FILE_TYPE) == NAMED_PIPE
        ? file
        : checked(file);
  }
}
