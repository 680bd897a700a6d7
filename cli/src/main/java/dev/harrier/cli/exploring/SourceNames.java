package dev.harrier.cli.exploring;

import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.SymbolOffset;
import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.MainModule;
import dev.harrier.tracing.table.Symbolizer;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * The names of source files in programs that were built elsewhere: symbols have those of the
 * builder's machine, and readers want those of their own. Safe for several threads.
 */
public final class SourceNames {
  private final Map<String, String> here;
  private final Map<Path, List<Move>> moves = new ConcurrentHashMap<>();

  private record Move(String from, String to) {}

  private SourceNames(Map<String, String> here) {
    this.here = here;
  }

  /** For programs that were built here. */
  public static SourceNames ofHere() {
    return new SourceNames(Map.of());
  }

  /** For this clone and this Go. */
  public static SourceNames of(GoToolchain go, List<MainModule> modules) {
    Map<String, String> places = new TreeMap<>();
    modules.forEach(m -> places.put("module " + m.path(), m.directory().toString()));
    places.put("GOROOT", go.goroot().toString());
    places.put("GOMODCACHE", go.moduleCache().toString());
    places.values().removeIf(String::isEmpty);
    return new SourceNames(places);
  }

  /** The directories of this machine that symbols may name, by what they are. */
  public Map<String, String> places() {
    return here;
  }

  /** An executable came from a machine with these places. */
  public void built(Path executable, Map<String, String> places) {
    moves.put(executable, from(places));
  }

  private List<Move> from(Map<String, String> places) {
    return places.entrySet().stream()
        .filter(p -> here.containsKey(p.getKey()))
        .map(p -> new Move(p.getValue(), here.getOrDefault(p.getKey(), "")))
        .filter(move -> !move.from.equals(move.to))
        .sorted(Comparator.comparingInt((Move move) -> move.from.length()).reversed())
        .toList();
  }

  /** Names of a machine with these places as they are on this one. */
  public UnaryOperator<String> here(Map<String, String> places) {
    List<Move> mine = from(places);
    return file -> moved(file, mine);
  }

  /** The symbols of an executable, with the names of this machine. */
  public Symbolizer of(Path executable, Symbolizer symbols) {
    List<Move> mine = moves.getOrDefault(executable, List.of());
    return mine.isEmpty()
        ? symbols
        : new Symbolizer() {
          @Override
          public List<Site> frames(long textOffset, boolean returnAddress) {
            return symbols.frames(textOffset, returnAddress).stream()
                .map(site -> moved(site, mine))
                .toList();
          }

          @Override
          public Optional<SymbolOffset> place(long returnAddress) {
            return symbols.place(returnAddress);
          }

          @Override
          public OptionalLong textOffset(SymbolOffset place) {
            return symbols.textOffset(place);
          }
        };
  }

  private static Site moved(Site site, List<Move> moves) {
    return new Site(site.function(), moved(site.file(), moves), site.line());
  }

  private static String moved(String file, List<Move> moves) {
    for (Move move : moves) {
      if (file.startsWith(move.from + "/")) {
        return move.to + file.substring(move.from.length());
      }
    }
    return file;
  }
}
