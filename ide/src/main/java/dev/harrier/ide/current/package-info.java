/**
 * What the stored runs of a module say now, put together: {@link
 * dev.harrier.ide.current.CurrentFindings}.
 *
 * <p>A finding counts until a newer run of the same command looked at the same test of the same
 * package and did not see it, or a replay of it or a check of its fix did not ({@link
 * dev.harrier.ide.current.RunScope}). Where the packages of a run can't be understood, it stands
 * only for itself: the same command line again replaces it, and nothing else.
 */
@NullMarked
package dev.harrier.ide.current;

import org.jspecify.annotations.NullMarked;
