/** Words that depend on numbers. */
@NullMarked
package dev.harrier.base.text;

import org.jspecify.annotations.NullMarked;
