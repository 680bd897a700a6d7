/**
 * Findings as JUnit XML, in the dialect that CI servers have in common (a {@code testsuites}
 * element with suites, cases and failures; no attribute that only one of them knows).
 *
 * <p>Each package with findings is a suite and each finding a failed case. Suspicious findings are
 * skipped cases, so that they are seen and do not fail a build. A run that did not pass is a case
 * of the suite {@code harrier}: an error if Harrier failed, a failure otherwise; if the run passed,
 * it is a passed case, so that a result without findings is not an empty one.
 */
@NullMarked
package dev.harrier.report.junit;

import org.jspecify.annotations.NullMarked;
