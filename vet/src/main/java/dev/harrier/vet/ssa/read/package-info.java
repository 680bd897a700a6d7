/**
 * Reads the exporter's stream: records ({@code RecordStream}), fields ({@code Fields}), tables and
 * code. A stream that is cut short or damaged is an error, never a smaller program.
 */
@NullMarked
package dev.harrier.vet.ssa.read;

import org.jspecify.annotations.NullMarked;
