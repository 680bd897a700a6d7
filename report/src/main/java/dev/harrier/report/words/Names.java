package dev.harrier.report.words;

import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.ObjectRef;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.Site;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What places, goroutines and objects are called within a sentence. */
public final class Names {
  /** A smaller share is as good as none. */
  private static final double TINY = 1e-9;

  private Names() {}

  /** {@code goroutine 7}. */
  static String goroutine(GoroutineId id) {
    return id.equals(GoroutineId.NONE) ? "the runtime" : "goroutine " + id.value();
  }

  static String goroutines(List<GoroutineId> ids) {
    return ids.stream().map(Names::goroutine).collect(Collectors.joining(", "));
  }

  /** {@code channel o3}. */
  static String object(ObjectRef object) {
    return object.isNil() ? "a nil channel" : object.kind().word() + " " + object.id();
  }

  /** {@code worker.go:12}, or the function where the file is unknown. */
  public static String place(Site site) {
    if (site.file().isEmpty()) {
      return site.function().isEmpty() ? "an unknown place" : site.function();
    }
    return baseName(site.file()) + ":" + site.line();
  }

  /** {@code pool.(*Pool).Get}: without the path of its package. */
  static String function(Site site) {
    return site.function().isEmpty() ? "an unknown function" : function(site.function());
  }

  /**
   * The function without the directories of its import path: {@code pkg.(*T).Method.func1}. Dots in
   * the last part of the path, which the linker writes as %2e, are dots again.
   */
  public static String function(String function) {
    int bracket = function.indexOf('[');
    String head = bracket < 0 ? function : function.substring(0, bracket);
    return function.substring(head.lastIndexOf('/') + 1).replace("%2e", ".");
  }

  /** {@code worker.go:12:7}. */
  static String place(Location at) {
    return at.file().isEmpty()
        ? "an unknown place"
        : baseName(at.file()) + ":" + at.line() + (at.column() > 1 ? ":" + at.column() : "");
  }

  /**
   * {@code worker.go:12}; {@code pool/worker.go:12} if it is in another directory than this one.
   */
  static String place(Site site, Location from) {
    return within(site.file(), from) + place(site);
  }

  /** {@code worker.go:12:7}; {@code pool/worker.go:12:7} if it is in another directory. */
  static String place(Location at, Location from) {
    return within(at.file(), from) + place(at);
  }

  /** The last name of the directory of a file, with a slash; "" if both are in one. */
  private static String within(String file, Location from) {
    String directory = directory(file);
    return directory.isEmpty() || directory.equals(directory(from.file()))
        ? ""
        : baseName(directory) + "/";
  }

  private static String directory(String file) {
    return file.substring(0, Math.max(0, file.lastIndexOf('/')));
  }

  static String baseName(String file) {
    return file.substring(file.lastIndexOf('/') + 1);
  }

  /** {@code an unbuffered channel}, {@code a mutex}. */
  static String kind(Defect.Awaited awaited) {
    return kind(awaited.kind(), awaited.capacity());
  }

  static String kind(ObjectKind kind, int capacity) {
    return switch (kind) {
      case CHANNEL ->
          capacity == 0 ? "an unbuffered channel" : "a channel with capacity " + capacity;
      case ONCE -> "a Once";
      case WAIT_GROUP -> "a WaitGroup";
      case COND -> "a Cond";
      case MUTEX, RWMUTEX, CONTEXT, TIMER, SEMAPHORE -> "a " + kind.word();
    };
  }

  /** A share in percent, with two digits: {@code 41 %}, {@code 0.012 %}, {@code 0.00013 %}. */
  static String percent(double share) {
    double percent = share * 100;
    if (share < TINY) {
      return "under 0.0000001 %";
    }
    return percent >= 9.95
        ? String.format(Locale.ROOT, "%.0f %%", percent)
        : BigDecimal.valueOf(percent).round(new MathContext(2)).toPlainString() + " %";
  }

  /** What Go's own stack dumps call a wait. */
  static String wait(BlockReason reason) {
    return reason.words();
  }
}
