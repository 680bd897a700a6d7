/** {@code harrier campaign} looks at explorations of several machines, stops and reports them. */
@NullMarked
package dev.harrier.cli.campaign;

import org.jspecify.annotations.NullMarked;
