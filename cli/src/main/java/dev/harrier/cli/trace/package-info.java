/** {@code harrier trace}: rewrites an executable, runs it, and reads its log. */
@NullMarked
package dev.harrier.cli.trace;

import org.jspecify.annotations.NullMarked;
