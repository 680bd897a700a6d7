/**
 * Making a run happen again: the {@linkplain dev.harrier.explore.replay.ReplayCode line} that says
 * all there is to know of it, and the judgment whether it did.
 */
@NullMarked
package dev.harrier.explore.replay;

import org.jspecify.annotations.NullMarked;
