package dev.harrier.report.words;

import dev.harrier.base.text.Plurals;
import dev.harrier.model.finding.Finding;

/** One defect in several shapes, in words. */
public final class ShapeWords {
  private ShapeWords() {}

  /** Of a shape: which finding stands for it. */
  public static String of(Finding first, String place) {
    return "one defect with the finding at %s (%s)"
        .formatted(place, first.fingerprint().substring(0, 8));
  }

  /** Before the list of the findings that another one stands for. */
  public static String also(int others) {
    return "The same defect also shows in %s; -v shows %s in full:"
        .formatted(Plurals.count(others, "other shape"), others == 1 ? "it" : "them");
  }

  /** Behind the line of a finding that stands for others; empty if there are none. */
  public static String more(int others) {
    return others == 0 ? "" : "; also in " + Plurals.count(others, "other shape");
  }

  /**
   * In the count of all findings; empty if there are none.
   *
   * @param findings that stand for themselves
   */
  public static String counted(int shapes, int findings) {
    return shapes == 0
        ? ""
        : ", %s of %s"
            .formatted(Plurals.count(shapes, "more shape"), findings == 1 ? "it" : "them");
  }
}
