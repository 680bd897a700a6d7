/**
 * What Go sources say: where packages use concurrency, which is GoAT's fixed model ("Identify
 * Concurrency Usage"), what the operations on single lines are about, and which edits may fix a
 * finding.
 *
 * <p>The reading is done in Go ({@code src/main/go/source}), only by the standard library: {@code
 * go list -export} names the files and gives the types of what is imported, from the build cache,
 * and {@code go/types} does the rest. The SSA form that {@code harrier vet} loads would need
 * golang.org/x/tools, hence a network at first use, and lacks what matters here: the line that the
 * compiler gives to each operation. So the two front ends share no code.
 *
 * <p>The same program says what a loop around a select or a sleep does ({@code loops.go}, {@code
 * effects.go}, {@code stable.go}), from the types of its own package and a few that are written
 * down for sync, atomic, time and context ({@code file.go}): a report asks about single lines of a
 * package that may not even build by itself. What it does not know may do anything.
 *
 * <p><b>Invariants.</b> A usage has the line of the operation as the compiler gives it to a trace:
 * that of the arrow, of the method's name, of {@code select}. A select with one case and no default
 * is the plain operation that the compiler makes of it. Cases have the order in which the runtime
 * gets them. An edit ({@code edits.go}, {@code fix.go}) is suggested only if it certainly compiles
 * and leaves what else the function does as it is; no file is written. Whether it fixes the
 * finding, a run shows.
 *
 * <p><b>Limits.</b> A method of package sync called through an interface of the program's own is
 * not seen, nor are wrappers of channels and locks outside the packages asked for. A package that
 * does not type-check is reported, and yields what its syntax shows. Two usages of one kind on one
 * line are one.
 */
@NullMarked
package dev.harrier.toolchain.source;

import org.jspecify.annotations.NullMarked;
