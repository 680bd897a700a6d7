/**
 * Goroutines that outlive their purpose: {@code goroutine-leak} and its special case {@code
 * context-not-canceled}. The proof is found in {@code dev.harrier.analysis.stuck}; here it is given
 * a name.
 */
@NullMarked
package dev.harrier.analysis.leak;

import org.jspecify.annotations.NullMarked;
