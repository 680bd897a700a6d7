package dev.harrier.cli.distributed;

import dev.harrier.base.file.Sha256;
import dev.harrier.toolchain.build.GoPackage;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** In which state packages are, with all that they need of those that are explored with them. */
public final class PackageStates {
  private PackageStates() {}

  /** By import path: a digest that changes when the package does, or one that it imports. */
  public static Map<String, String> of(List<GoPackage> packages) {
    Map<String, GoPackage> byPath = new HashMap<>();
    packages.forEach(one -> byPath.put(one.importPath(), one));
    Map<String, String> states = new HashMap<>();
    for (GoPackage one : packages) {
      TreeSet<String> needed = new TreeSet<>();
      need(one, byPath, needed);
      String all =
          needed.stream()
              .map(path -> path + " " + Objects.requireNonNull(byPath.get(path)).code())
              .collect(Collectors.joining("\n"));
      byte[] digest = Sha256.create().digest(all.getBytes(StandardCharsets.UTF_8));
      states.put(one.importPath(), HexFormat.of().formatHex(digest));
    }
    return states;
  }

  private static void need(GoPackage one, Map<String, GoPackage> byPath, Set<String> needed) {
    if (needed.add(one.importPath())) {
      one.imports().stream()
          .flatMap(path -> Optional.ofNullable(byPath.get(path)).stream())
          .forEach(imported -> need(imported, byPath, needed));
    }
  }
}
