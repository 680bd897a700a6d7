package dev.harrier.vet.ssa;

import java.util.List;

/**
 * A package that was asked for.
 *
 * @param id distinguishes the variants that tests make of one path
 * @param usable whether it type-checks; if not, it has no functions here
 */
public record LoadedPackage(String id, String path, boolean usable, List<Problem> problems) {
  public LoadedPackage {
    problems = List.copyOf(problems);
  }

  /**
   * Why a package did not load, or not wholly.
   *
   * @param position {@code file:line:column}, or "" or "-" if it is not about a place
   */
  public record Problem(String position, String message) {}
}
