package dev.harrier.cli.distributed;

import com.google.gson.Gson;
import com.google.gson.JsonSyntaxException;
import dev.harrier.toolchain.build.GoPackage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The packages of a campaign, as every clone of the module has them.
 *
 * @param packages by import path, as {@code go list} gave them
 */
public record PackageManifest(List<Entry> packages) {
  /**
   * A package.
   *
   * @param directory relative to the root of the module
   */
  public record Entry(
      String importPath,
      String name,
      String directory,
      boolean hasTests,
      List<String> tests,
      String code,
      List<String> imports) {}

  public PackageManifest {
    packages = List.copyOf(packages);
  }

  public static PackageManifest of(List<GoPackage> packages, Path root) {
    return new PackageManifest(
        packages.stream()
            .map(p ->
                new Entry(
                    p.importPath(),
                    p.name(),
                    root.relativize(p.directory()).toString(),
                    p.hasTests(),
                    p.tests(),
                    p.code(),
                    p.imports()))
            .toList());
  }

  /**
   * Reads what {@link #text} writes.
   *
   * @throws IOException if it is something else
   */
  public static PackageManifest parse(String text) throws IOException {
    try {
      return Optional.ofNullable(new Gson().fromJson(text, PackageManifest.class))
          .orElseThrow(() -> new IOException("the campaign's list of packages is empty"));
    } catch (JsonSyntaxException e) {
      throw new IOException("the campaign's list of packages is damaged", e);
    }
  }

  public String text() {
    return new Gson().toJson(this);
  }

  /** The packages in a clone. */
  public List<GoPackage> in(Path root) {
    return packages.stream()
        .map(p ->
            new GoPackage(
                p.importPath,
                p.name,
                root.resolve(p.directory).normalize(),
                p.hasTests,
                p.tests,
                p.code,
                p.imports))
        .toList();
  }
}
