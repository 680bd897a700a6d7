package dev.harrier.toolchain.patch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A Go file that says how files of GOROOT are edited: {@code src/main/go/patch}. Harrier's code is
 * code in it, and markers say where that goes.
 *
 * <pre>{@code
 * //harrier:in runtime/chan.go
 *
 * //go:noinline
 * func chanrecv() {
 * 	harrierStatementAtEntry()
 * 	//harrier:after mp.blocked = true
 * 	harrierStatementBehindThat()
 * 	//harrier:instead work(x)
 * 	harrierWork(x)
 * }
 *
 * type g struct {
 * 	harrierField uint64
 * }
 * }</pre>
 *
 * <p>A function has its receiver, and parameters only if its header is new. Its code goes to the
 * entry, or where the marker above it says: {@code before}, {@code after} or {@code instead} of a
 * text that the function has once, or at the {@code end}. {@code next} distinguishes such a text
 * from others by how the line below it begins, and {@code or} has a text that other releases have
 * there. Where a brace is open in the text that is replaced, the closing one of the replacement is
 * not written. {@code also NAMES} has the same edit for more functions. Outside functions, the
 * markers are about the whole file. A marker without code is an error. Comments of an edit file
 * stay there, and its code becomes one line.
 */
final class EditFile {
  private static final String MARKER = "//harrier:";
  private static final Pattern COMMENT = Pattern.compile("(^|\\s)//.*");

  private final String name;
  private final List<String> lines;
  private int at;

  EditFile(String name, String text) {
    this.name = name;
    this.lines = text.lines().toList();
  }

  private static EditFile read(String name) throws IOException {
    String path = "patch/" + name;
    return new EditFile(path, HookSources.read(path));
  }

  /** Makes its edits of the files that it names. */
  static void apply(String name, Goroot goroot) throws PatchException, IOException {
    read(name).apply(Optional.empty(), goroot::source);
  }

  /** Makes its edits of that file. */
  static void apply(String name, GoSource source) throws PatchException, IOException {
    read(name).apply(source);
  }

  void apply(GoSource source) throws PatchException, IOException {
    apply(Optional.of(source), _ -> source);
  }

  /** Where a file is found by its path in GOROOT/src. */
  private interface Sources {
    GoSource source(String path) throws PatchException, IOException;
  }

  private void apply(Optional<GoSource> first, Sources sources) throws PatchException, IOException {
    Optional<GoSource> source = first;
    List<String> markers = new ArrayList<>();
    while (at < lines.size()) {
      String line = lines.get(at++);
      if (line.startsWith(MARKER + "in ")) {
        source = Optional.of(sources.source(line.substring((MARKER + "in ").length())));
      } else if (line.startsWith("//") || line.startsWith("package ")) {
        markers.add(line);
      } else if (line.isBlank()) {
        used(markers);
      } else {
        GoSource file = source.orElseThrow(() -> wrong("no file is named for " + line));
        declaration(file, Place.of(markers), markers, line);
        markers.clear();
      }
    }
    used(markers);
  }

  /** Forgets comments; a marker that stands above no code is a mistake, not an edit. */
  private void used(List<String> markers) {
    Optional<String> marker = markers.stream().filter(Place::isMarker).findFirst();
    if (marker.isPresent()) {
      throw wrong("no code follows " + marker.get());
    }
    markers.clear();
  }

  private void declaration(GoSource file, Place place, List<String> markers, String first)
      throws PatchException {
    List<String> body = body(first);
    if (place.kind() != Place.Kind.ENTRY) {
      body.addFirst(first);
      String code = oneLine(body);
      switch (place.kind()) {
        case AFTER -> file.after(place.anchor(), "; " + code);
        case INSTEAD -> file.replace(place.anchor(), place.replacement(code));
        case ENTRY, BEFORE, END -> throw wrong("only in functions: " + first);
      }
    } else if (first.startsWith("func ")) {
      for (String header : headers(first, markers)) {
        function(file.function(header), markers, body);
      }
    } else if (first.startsWith("type ")) {
      fields(file, first.split(" ")[1], body);
    } else {
      throw wrong("neither a function nor a struct, and not marked: " + first);
    }
  }

  /** The lines up to the end of a declaration, and of those that follow without a blank line. */
  private List<String> body(String first) {
    List<String> body = new ArrayList<>();
    boolean isOpen = first.endsWith("{");
    while (at < lines.size() && (isOpen || !lines.get(at).isBlank())) {
      String line = lines.get(at++);
      body.add(line);
      isOpen = isOpen ? !line.equals("}") : line.endsWith("{");
    }
    return body;
  }

  private static List<String> headers(String first, List<String> markers) {
    String header = first.substring(0, first.lastIndexOf('(') + 1);
    List<String> headers = new ArrayList<>(List.of(header));
    String start = header.substring(0, header.lastIndexOf(' ') + 1);
    for (String marker : markers) {
      if (marker.startsWith(MARKER + "also ")) {
        for (String other : marker.substring((MARKER + "also ").length()).split(" ")) {
          headers.add(start + other + "(");
        }
      }
    }
    return headers;
  }

  private void function(GoSource.Function function, List<String> markers, List<String> body)
      throws PatchException {
    if (markers.contains("//go:noinline")) {
      function.noInline();
    }
    List<String> place = new ArrayList<>();
    List<String> code = new ArrayList<>();
    for (String line : body) {
      String stripped = line.strip();
      boolean isMarker = stripped.startsWith(MARKER);
      if (!oneLine(code).isEmpty() && (isMarker || line.equals("}"))) {
        edit(function, Place.of(place), code);
        code.clear();
        place.clear();
      }
      if (isMarker) {
        place.add(stripped);
      } else if (!line.equals("}")) {
        code.add(stripped);
      }
    }
    used(place);
  }

  private static void edit(GoSource.Function function, Place place, List<String> lines)
      throws PatchException {
    String code = oneLine(lines);
    switch (place.kind()) {
      case ENTRY -> function.atEntry(code + ";");
      case END -> function.atEnd(code);
      case BEFORE -> function.before(place.anchor(), code + ";");
      case AFTER -> function.after(place.anchor(), place.opens() ? code + ";" : "; " + code);
      case INSTEAD -> function.swap(place.anchor(), place.replacement(code));
    }
  }

  private void fields(GoSource file, String type, List<String> body) throws PatchException {
    Place place = Place.of(body.stream().map(String::strip).filter(Place::isMarker).toList());
    String fields = oneLine(body.subList(0, body.size() - 1));
    if (place.kind() == Place.Kind.AFTER) {
      file.after(place.anchor(), "; " + fields);
    } else {
      file.addFields(type, fields);
    }
  }

  /** Statements, or fields, one behind the other. */
  private static String oneLine(List<String> lines) {
    StringBuilder code = new StringBuilder();
    for (String line : lines) {
      String next = COMMENT.matcher(line).replaceFirst("").strip();
      if (next.isEmpty()) {
        continue;
      }
      if (!code.isEmpty()) {
        boolean isRunning =
            next.startsWith("}") || "{,|&:".indexOf(code.charAt(code.length() - 1)) >= 0;
        code.append(isRunning ? " " : "; ");
      }
      code.append(next.replaceAll("\\s+", " "));
    }
    return code.toString();
  }

  private IllegalStateException wrong(String what) {
    return new IllegalStateException("%s: %s".formatted(name, what));
  }

  /** What the markers above some code say. */
  private record Place(Kind kind, GoSource.Anchor anchor) {
    enum Kind {
      ENTRY,
      BEFORE,
      AFTER,
      INSTEAD,
      END
    }

    static boolean isMarker(String line) {
      return line.startsWith(MARKER);
    }

    static Place of(List<String> markers) {
      Kind kind = Kind.ENTRY;
      String text = "";
      String or = "";
      String next = "";
      for (String marker : markers) {
        if (!isMarker(marker)) {
          continue;
        }
        String[] words = marker.substring(MARKER.length()).split(" ", 2);
        String rest = words.length == 1 ? "" : words[1];
        switch (words[0]) {
          case "before", "after", "instead", "end" -> {
            if (kind != Kind.ENTRY) {
              throw new IllegalStateException("no code between a marker and " + marker);
            }
            kind = Kind.valueOf(words[0].toUpperCase(Locale.ROOT));
            text = rest;
          }
          case "or" -> or = rest;
          case "next" -> next = rest;
          case "also" -> {}
          default -> throw new IllegalStateException("no such marker: " + marker);
        }
      }
      return new Place(kind, new GoSource.Anchor(text, or, next));
    }

    boolean opens() {
      return anchor.text().endsWith("{") || anchor.text().endsWith(":");
    }

    String replacement(String code) {
      return anchor.text().endsWith("{") && code.endsWith("}")
          ? code.substring(0, code.length() - 1).stripTrailing()
          : code;
    }
  }
}
