/**
 * Runs and findings as JSON: the format for programs, specified in {@code
 * docs/findings.schema.json}, and the format in which the store keeps them.
 *
 * <p>Files below the module's root are written relative to it, so that a document means the same on
 * another machine; all other files are absolute. Reading resolves them against the root that the
 * reader names. Reading is strict: a document with a member that is missing or of another type is
 * refused with the path to that member ({@link dev.harrier.report.json.MalformedJsonException}),
 * and unknown members are skipped, so that a newer minor version can be read.
 */
@NullMarked
package dev.harrier.report.json;

import org.jspecify.annotations.NullMarked;
