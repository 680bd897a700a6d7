package dev.harrier.ide.fix;

/** A change of whole lines; they are counted from 1, before any edit. */
public sealed interface LineEdit {
  /** The line that is changed, or before which something is put. */
  int line();

  /** The line becomes this. */
  record Replace(int line, String text) implements LineEdit {}

  /** This becomes a line of its own before that one. */
  record Insert(int line, String text) implements LineEdit {}

  /** The line goes. */
  record Delete(int line) implements LineEdit {}
}
