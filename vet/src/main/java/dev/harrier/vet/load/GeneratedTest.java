package dev.harrier.vet.load;

/**
 * A test that calls a function which no test may run, or why there is none. It is no part of the
 * user's module: a go command sees it with an overlay.
 */
public sealed interface GeneratedTest {
  /** {@code FILE:LINE} in the function, as it was asked for. */
  String place();

  /**
   * A test.
   *
   * @param packagePath what {@code go test} is to be given
   * @param directory where the file is to appear
   * @param test its name
   * @param call the call, in one line
   * @param source the whole file
   */
  record Written(
      String place, String packagePath, String directory, String test, String call, String source)
      implements GeneratedTest {}

  /** There is none; the reason is a clause. */
  record Refused(String place, String reason) implements GeneratedTest {}
}
