/**
 * From package patterns to targets: has the programs built, each once, and asks the test binaries
 * for their tests.
 */
@NullMarked
package dev.harrier.explore.prepare;

import org.jspecify.annotations.NullMarked;
