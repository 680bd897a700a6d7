/** Directed graphs as arrays of successors. */
@NullMarked
package dev.harrier.analysis.graph;

import org.jspecify.annotations.NullMarked;
