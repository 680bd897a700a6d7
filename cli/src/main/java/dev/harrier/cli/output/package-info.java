/**
 * From findings to what is shown and kept: the options of reports, what was silenced, what was
 * there before, and the order of it all: findings are shown first, then kept.
 */
@NullMarked
package dev.harrier.cli.output;

import org.jspecify.annotations.NullMarked;
