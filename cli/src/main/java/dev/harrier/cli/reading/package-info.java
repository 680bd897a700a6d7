/** Reads what a run recorded, the traces of tests and the logs of executables, into findings. */
@NullMarked
package dev.harrier.cli.reading;

import org.jspecify.annotations.NullMarked;
