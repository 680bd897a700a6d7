/** From text to bytes and back. */
@NullMarked
package dev.harrier.tracing.roundtrip;

import org.jspecify.annotations.NullMarked;
