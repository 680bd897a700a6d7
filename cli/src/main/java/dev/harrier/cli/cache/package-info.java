/** {@code harrier cache}: what Harrier keeps outside of modules, and how it goes. */
@NullMarked
package dev.harrier.cli.cache;

import org.jspecify.annotations.NullMarked;
