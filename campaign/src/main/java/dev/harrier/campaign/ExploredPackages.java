package dev.harrier.campaign;

import dev.harrier.explore.target.Program;
import dev.harrier.explore.target.Target;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * In which state packages were explored last, by any campaign on a server: those that have changed
 * since come first.
 */
final class ExploredPackages {
  private final Bucket bucket;
  private final Map<String, String> states;
  private final Map<String, String> reported = new HashMap<>();

  /**
   * @param states of packages now, by import path
   */
  ExploredPackages(Bucket bucket, Map<String, String> states) {
    this.bucket = bucket;
    this.states = states;
  }

  private String state(Program program) {
    return states.getOrDefault(program.importPath(), program.code());
  }

  private static String key(Program program) {
    return UUID.nameUUIDFromBytes(program.importPath().getBytes(StandardCharsets.UTF_8)).toString();
  }

  /** Those of changed packages, then all others; among themselves as they were. */
  List<Target> changedFirst(List<Target> targets) throws IOException {
    Map<String, String> before = new HashMap<>();
    for (Target target : targets) {
      String key = key(target.program());
      if (!before.containsKey(key)) {
        before.put(key, bucket.read(key).orElse(""));
      }
    }
    List<Target> all = new ArrayList<>(targets);
    all.sort(Comparator.comparing(t -> state(t.program()).equals(before.get(key(t.program())))));
    return all;
  }

  /** It was explored as it is. */
  void explored(Program program) throws IOException {
    String state = state(program);
    if (!state.equals(reported.put(program.importPath(), state))) {
      bucket.put(key(program), state);
    }
  }
}
