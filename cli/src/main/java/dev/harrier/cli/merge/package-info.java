/**
 * {@code harrier merge}: joins what explorations on several machines found, each with a store of
 * its own: findings by fingerprint with the best replay, and the corpora with which later
 * explorations begin.
 */
@NullMarked
package dev.harrier.cli.merge;

import org.jspecify.annotations.NullMarked;
