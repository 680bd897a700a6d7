/**
 * From states and events to the data of a finding: which frame of a stack is the user's own, what
 * an event did there, what a goroutine or an object has been through, and what identifies a defect
 * across runs. What rules hand on is a {@link dev.harrier.analysis.explain.Draft}; no sentence is
 * made here.
 *
 * <p><b>User frames.</b> A stack mostly begins in the machinery (runtime, sync, testing and their
 * internals), sometimes in the standard library or in a dependency. A finding points at the
 * innermost frame of the user's own modules; only where there is none, at the innermost frame of a
 * dependency, then of the standard library.
 *
 * <p><b>Fingerprints.</b> Line numbers move with every edit, so a fingerprint is made of function
 * names, the kind of the operation and the text of source lines, and covers all places that make up
 * the defect, see {@link dev.harrier.analysis.explain.Fingerprints}.
 *
 * <p>Nothing here decides whether something is a defect.
 */
@NullMarked
package dev.harrier.analysis.explain;

import org.jspecify.annotations.NullMarked;
