package dev.harrier.coverage;

/** Which part of a usage a requirement is about. */
public sealed interface Part {
  /** The one operation of a usage that is not a select. */
  record Whole() implements Part {}

  /**
   * A case of a select.
   *
   * @param index into the cases of the usage
   */
  record Case(int index) implements Part {}

  /** The default of a select. */
  record Default() implements Part {}

  Part WHOLE = new Whole();
  Part DEFAULT = new Default();
}
