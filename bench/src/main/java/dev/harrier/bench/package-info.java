/**
 * Whole-process benchmarks. Each class is a program that prints what it measured; the commands are
 * in {@code bench/README.md}. Times are CPU time of the one thread that works, so that other load
 * on the machine falsifies them little.
 */
@NullMarked
package dev.harrier.bench;

import org.jspecify.annotations.NullMarked;
