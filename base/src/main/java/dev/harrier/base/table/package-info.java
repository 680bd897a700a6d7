/**
 * A table for what a trace has by the million: goroutines and objects, whose numbers are handed out
 * one after the other and of which few live at a time.
 */
@NullMarked
package dev.harrier.base.table;

import org.jspecify.annotations.NullMarked;
