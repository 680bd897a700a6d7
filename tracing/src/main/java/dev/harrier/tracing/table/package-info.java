/**
 * Side tables that every kind of trace fills in the same way, whatever it is read from.
 *
 * <p>{@link dev.harrier.tracing.table.Tests} holds the one rule of attribution: a goroutine works
 * for the innermost test that it runs itself, else for the test that its creator worked for when it
 * created it.
 */
@NullMarked
package dev.harrier.tracing.table;

import org.jspecify.annotations.NullMarked;
