/** {@code harrier campaign}: looks at, ends and reports explorations of several machines. */
@NullMarked
package dev.harrier.cli.campaign;

import org.jspecify.annotations.NullMarked;
