/**
 * {@code harrier replay}: finds what is to be replayed, runs its schedule again, and says whether
 * it shows the same.
 */
@NullMarked
package dev.harrier.cli.replay;

import org.jspecify.annotations.NullMarked;
