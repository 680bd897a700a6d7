/** Words that depend on numbers, and words that are mistyped. */
@NullMarked
package dev.harrier.base.text;

import org.jspecify.annotations.NullMarked;
