package dev.harrier.model.trace;

/** Exclusive ({@code Lock}) or shared ({@code RLock}). A plain mutex is always exclusive. */
public enum LockMode {
  WRITE,
  READ
}
