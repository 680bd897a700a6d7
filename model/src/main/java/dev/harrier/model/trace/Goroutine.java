package dev.harrier.model.trace;

/**
 * What is known of a goroutine from its creation on; its state at some moment belongs to an
 * analysis.
 *
 * @param parent the creator, {@link GoroutineId#NONE} for the main goroutine and where the runtime
 *     itself created it, as {@code time.AfterFunc} has it do
 * @param createdAt where the creator stood
 * @param start the function that it runs
 * @param test the innermost test that its creator worked for, or {@link TestId#NONE}
 * @param system whether the Go runtime started it for its own purposes
 */
public record Goroutine(
    GoroutineId id,
    GoroutineId parent,
    StackId createdAt,
    Site start,
    TestId test,
    boolean system) {
  private static final GoroutineId FIRST = new GoroutineId(1);

  /** Whether it is the goroutine of {@code main}, the first that the runtime starts. */
  public boolean isMain() {
    return id.equals(FIRST);
  }
}
