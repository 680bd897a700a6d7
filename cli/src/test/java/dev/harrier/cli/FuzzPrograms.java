package dev.harrier.cli;

/** Bodies of tests that the default order of goroutines lets pass. */
final class FuzzPrograms {
  /** Two goroutines take two locks in opposite orders; Go's own order hides it. */
  static final String OPPOSITE_LOCKS =
      """
      var a, b sync.Mutex
      var wg sync.WaitGroup
      wg.Add(2)
      go func() { defer wg.Done(); a.Lock(); b.Lock(); b.Unlock(); a.Unlock() }()
      go func() { defer wg.Done(); b.Lock(); a.Lock(); a.Unlock(); b.Unlock() }()
      wg.Wait()
      """;

  /** The timeout wins only where the schedule lets it: then the sender stays for ever. */
  static final String TIMEOUT_FIRST =
      """
      c := make(chan int)
      go func() { c <- 1 }()
      select {
      case <-c:
      case <-time.After(time.Minute):
      }
      """;

  private FuzzPrograms() {}
}
