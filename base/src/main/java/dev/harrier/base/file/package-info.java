/**
 * How Harrier keeps files, and what it says when it can't.
 *
 * <p>A file that a user or a later run relies on changes as a whole or not at all, so that kill -9
 * and a full disk leave the former one.
 */
@NullMarked
package dev.harrier.base.file;

import org.jspecify.annotations.NullMarked;
