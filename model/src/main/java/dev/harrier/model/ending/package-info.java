/**
 * What a run has to say besides its findings, as data: what it did not look at ({@link
 * dev.harrier.model.ending.Gap}), and what the user should know ({@link
 * dev.harrier.model.ending.Remark}). The sentences are in {@code report.words}.
 */
@NullMarked
package dev.harrier.model.ending;

import org.jspecify.annotations.NullMarked;
