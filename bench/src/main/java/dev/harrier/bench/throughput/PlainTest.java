package dev.harrier.bench.throughput;

import java.nio.file.Path;
import java.util.List;

/**
 * One test of a binary as {@code go test} builds it.
 *
 * @param directory of its package
 */
record PlainTest(Path binary, Path directory, String name) {
  List<String> command() {
    return List.of(
        binary.toString(), "-test.run=^" + name + "$", "-test.short", "-test.timeout=10m");
  }
}
