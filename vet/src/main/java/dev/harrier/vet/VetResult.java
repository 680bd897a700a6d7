package dev.harrier.vet;

import dev.harrier.model.finding.Finding;
import java.util.List;

/**
 * What was found, and what could not be looked at.
 *
 * @param findings the surest first
 * @param withheld pairs of accesses that code which was not followed may order: no findings
 * @param packages how many packages were analysed
 * @param functions how many functions have code
 */
public record VetResult(
    List<Finding> findings,
    List<Finding> withheld,
    List<LoadProblem> problems,
    int packages,
    int functions) {
  public VetResult {
    withheld = List.copyOf(withheld);
    findings = List.copyOf(findings);
    problems = List.copyOf(problems);
  }

  /**
   * Something that was asked for and not analysed, or not wholly.
   *
   * @param subject a package or a function
   * @param position {@code file:line:column}, or "" if it is not about a place
   */
  public record LoadProblem(String subject, String position, String message) {
    @Override
    public String toString() {
      return (position.isEmpty() ? "" : position + ": ") + subject + ": " + message;
    }
  }
}
