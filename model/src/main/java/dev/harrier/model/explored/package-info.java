/**
 * What an exploration knows besides its findings: how many executions there were, which tests
 * failed without a finding, and which requirements of concurrency coverage no execution met ({@link
 * dev.harrier.model.usage.Uncovered}). Data of the run, kept and rendered with it; the sentences
 * are in {@code report.words}.
 */
@NullMarked
package dev.harrier.model.explored;

import org.jspecify.annotations.NullMarked;
