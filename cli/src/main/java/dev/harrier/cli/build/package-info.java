/**
 * {@code harrier build} and {@code harrier run}: binaries that find their own leaks. The command
 * line is the go command's, so its words are passed on as they are.
 */
@NullMarked
package dev.harrier.cli.build;

import org.jspecify.annotations.NullMarked;
