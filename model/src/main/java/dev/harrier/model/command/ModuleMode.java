package dev.harrier.model.command;

/**
 * Where the packages of other modules come from. There is no constant for {@code -mod=mod}, which
 * differs from {@link #READONLY} only in that {@code go} may change {@code go.mod}, and the second
 * build of the same sources changes nothing there.
 */
public enum ModuleMode {
  /** As {@code go.mod} and the vendor directory say. */
  DEFAULT,
  READONLY,
  VENDOR
}
