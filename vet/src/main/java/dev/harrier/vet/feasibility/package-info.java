/**
 * Which nodes of the event graph can be reached together: what is known of flags on the paths that
 * lead to them. A pair of accesses of which flags admit only one is no candidate.
 */
@NullMarked
package dev.harrier.vet.feasibility;

import org.jspecify.annotations.NullMarked;
