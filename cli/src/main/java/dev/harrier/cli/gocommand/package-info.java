/**
 * What commands have of the go command: the installation that was found, the flags that are given
 * to it, and how its flags and durations read.
 */
@NullMarked
package dev.harrier.cli.gocommand;

import org.jspecify.annotations.NullMarked;
