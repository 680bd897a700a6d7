package dev.harrier.explore.execute;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * How many bytes stand in files and in the files of directories.
 *
 * @param places that need not be there yet
 */
public record OutputSize(List<Path> places) implements LongSupplier {
  public OutputSize {
    places = List.copyOf(places);
  }

  @Override
  public long getAsLong() {
    long sum = 0;
    for (Path place : places) {
      try {
        sum += Files.isDirectory(place) ? inside(place) : Files.size(place);
      } catch (IOException gone) {
        // It counts no more.
      }
    }
    return sum;
  }

  private static long inside(Path directory) throws IOException {
    long sum = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        sum += Files.size(file);
      }
    }
    return sum;
  }
}
