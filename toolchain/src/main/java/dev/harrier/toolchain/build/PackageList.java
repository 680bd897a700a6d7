package dev.harrier.toolchain.build;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonStreamParser;
import com.google.gson.annotations.SerializedName;
import dev.harrier.base.file.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads what {@code go list -json} prints: one object after another. */
final class PackageList {
  static final String FIELDS =
      "ImportPath,Name,Dir,GoFiles,CgoFiles,TestGoFiles,XTestGoFiles,Imports,TestImports,XTestImports,Incomplete,DepsErrors";

  private static final int DIGEST_BYTES = 8;

  private static final Pattern TEST =
      Pattern.compile("(?m)^func ((?:Test|Example|Fuzz)(?:[^a-z\\s(]\\w*)?)\\(");

  private PackageList() {}

  /** The members that are asked for; go leaves empty ones out. */
  private static final class Entry {
    @SerializedName("ImportPath")
    private @Nullable String importPath;

    @SerializedName("Name")
    private @Nullable String name;

    @SerializedName("Dir")
    private @Nullable String directory;

    @SerializedName("GoFiles")
    private @Nullable List<String> files;

    @SerializedName("CgoFiles")
    private @Nullable List<String> cgoFiles;

    @SerializedName("TestGoFiles")
    private @Nullable List<String> tests;

    @SerializedName("XTestGoFiles")
    private @Nullable List<String> outsideTests;

    @SerializedName("Imports")
    private @Nullable List<String> imports;

    @SerializedName("TestImports")
    private @Nullable List<String> testImports;

    @SerializedName("XTestImports")
    private @Nullable List<String> outsideTestImports;

    @SerializedName("Incomplete")
    private boolean incomplete;

    @SerializedName("DepsErrors")
    private @Nullable List<Problem> problems;
  }

  private static final class Problem {
    @SerializedName("Pos")
    private @Nullable String position;

    @SerializedName("Err")
    private @Nullable String error;
  }

  /**
   * The packages of a list.
   *
   * @param packages those that go could load, with all that they import
   * @param complaints what keeps the others from loading, a text for each
   */
  record Listing(List<GoPackage> packages, List<String> complaints) {
    Listing {
      packages = List.copyOf(packages);
      complaints = List.copyOf(complaints);
    }
  }

  /**
   * Reads them, but those that go could not load, or that import such a one.
   *
   * @param replaced files, by the path at which {@code go} sees them
   */
  static Listing parse(String json, Map<Path, @Nullable Path> replaced) throws IOException {
    List<GoPackage> packages = new ArrayList<>();
    List<String> complaints = new ArrayList<>();
    JsonStreamParser stream = new JsonStreamParser(json);
    Gson gson = new Gson();
    while (stream.hasNext()) {
      JsonElement next = stream.next();
      Entry entry = gson.fromJson(next, Entry.class);
      if (entry.incomplete) {
        complaints.add(complaint(entry));
      } else {
        packages.add(read(entry, replaced));
      }
    }
    return new Listing(packages, complaints);
  }

  /** As {@code go build} says it. */
  private static String complaint(Entry entry) {
    StringBuilder all = new StringBuilder("# " + text(entry.importPath));
    for (Problem problem : list(entry.problems)) {
      all.append('\n');
      if (!text(problem.position).isEmpty()) {
        all.append(text(problem.position)).append(": ");
      }
      all.append(text(problem.error));
    }
    return all.toString();
  }

  private static GoPackage read(Entry entry, Map<Path, @Nullable Path> replaced)
      throws IOException {
    Path directory = Path.of(text(entry.directory));
    Function<String, Path> contents =
        name -> {
          Path file = directory.resolve(name);
          Path other = replaced.get(file);
          return other == null ? file : other;
        };
    List<Path> tests = joined(entry.tests, entry.outsideTests).map(contents).toList();
    Stream<Path> others = joined(entry.files, entry.cgoFiles).map(contents);
    return new GoPackage(
        text(entry.importPath),
        text(entry.name),
        directory,
        !tests.isEmpty(),
        declared(tests),
        digest(Stream.concat(others, tests.stream()).toList()),
        joined(entry.imports, entry.testImports, entry.outsideTestImports).distinct().toList());
  }

  private static String text(@Nullable String value) {
    return value == null ? "" : value;
  }

  private static <T> List<T> list(@Nullable List<T> value) {
    return value == null ? List.of() : value;
  }

  @SafeVarargs
  private static Stream<String> joined(@Nullable List<String>... lists) {
    return Stream.of(lists).flatMap(one -> list(one).stream());
  }

  private static List<String> declared(List<Path> files) throws IOException {
    List<String> names = new ArrayList<>();
    for (Path file : files) {
      String source = Files.readString(file, StandardCharsets.ISO_8859_1);
      TEST.matcher(source).results().map(match -> match.group(1)).forEach(names::add);
    }
    return names;
  }

  private static String digest(List<Path> files) throws IOException {
    MessageDigest sha = Sha256.create();
    for (Path file : files) {
      sha.update(Files.readAllBytes(file));
      sha.update((byte) 0);
    }
    return HexFormat.of().formatHex(sha.digest(), 0, DIGEST_BYTES);
  }
}
