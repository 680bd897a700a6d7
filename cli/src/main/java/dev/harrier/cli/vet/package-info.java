/** {@code harrier vet}: races found in the source, and what the race detector says of them. */
@NullMarked
package dev.harrier.cli.vet;

import org.jspecify.annotations.NullMarked;
