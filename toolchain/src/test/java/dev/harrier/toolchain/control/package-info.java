/** Controlled runs and message orders, tried on the installed Go. */
@NullMarked
package dev.harrier.toolchain.control;

import org.jspecify.annotations.NullMarked;
