package dev.harrier.vet.race;

/** How sure the analysis is that two accesses meet in one piece of memory; the surest first. */
public enum Confidence {
  /** The captured variable itself, or a field of it. */
  VARIABLE,
  /** A map or an element that the captured variable refers to. */
  CONTENTS,
  /** A field of something that the captured variable points to. */
  POINTEE
}
