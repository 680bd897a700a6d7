package dev.harrier.cli.gocommand;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/** The Go files of a module. */
public final class GoFiles {
  private GoFiles() {}

  /** What {@code ./...} means, which skips other modules and hidden ones. */
  public static List<Path> below(Path root) throws IOException {
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<Path>() {
          @Override
          public FileVisitResult preVisitDirectory(Path place, BasicFileAttributes attributes) {
            String name = String.valueOf(place.getFileName());
            boolean other =
                name.startsWith(".")
                    || name.startsWith("_")
                    || name.equals("vendor")
                    || name.equals("testdata")
                    || Files.exists(place.resolve("go.mod"));
            return other && !place.equals(root)
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile() && file.toString().endsWith(".go")) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) {
            // What can't be read is no Go file that was built.
            return FileVisitResult.CONTINUE;
          }
        });
    return files;
  }
}
