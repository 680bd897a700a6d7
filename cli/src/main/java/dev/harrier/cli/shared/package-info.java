/**
 * What the workers of a campaign have in common before they explore: the same sources, the same
 * packages and the same programs, whether they could build them or not.
 */
@NullMarked
package dev.harrier.cli.shared;

import org.jspecify.annotations.NullMarked;
