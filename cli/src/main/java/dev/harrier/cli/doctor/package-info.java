/** {@code harrier doctor}: whether this machine has what Harrier needs. */
@NullMarked
package dev.harrier.cli.doctor;

import org.jspecify.annotations.NullMarked;
