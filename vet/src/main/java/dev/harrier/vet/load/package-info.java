/**
 * Builds the Go program that exports SSA with the user's own Go command, once per version of both,
 * and runs it. Its sources are resources of this module.
 */
@NullMarked
package dev.harrier.vet.load;

import org.jspecify.annotations.NullMarked;
