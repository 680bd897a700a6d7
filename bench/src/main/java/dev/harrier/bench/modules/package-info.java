/**
 * Real modules: their own tests natively and under Harrier. What passes natively has to pass
 * instrumented; a test that fails in only one of the two is run again by itself, both ways.
 */
@NullMarked
package dev.harrier.bench.modules;

import org.jspecify.annotations.NullMarked;
