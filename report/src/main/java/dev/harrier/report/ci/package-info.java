/**
 * Reports in the forms that code hosting services show next to a change: annotations of GitHub,
 * code quality of GitLab, and a page of Markdown for step summaries and comments.
 *
 * <p>All three place a finding in the repository ({@link dev.harrier.report.ci.Repository}):
 * services show nothing for files that are not there, so a finding in a dependency is shown at the
 * innermost frame of the repository that led to it. What the forms can carry is little; the text
 * report has the rest.
 */
@NullMarked
package dev.harrier.report.ci;

import org.jspecify.annotations.NullMarked;
