/**
 * The user's Go toolchain: finding it and asking it. Running it is the business of {@code
 * dev.harrier.toolchain.run}.
 *
 * <p>Harrier never replaces the {@code go} command. It asks {@code go env} which Go and which
 * module are meant by the directory the user stands in, and hands everything that {@code go}
 * understands to {@code go}. What the instrumented runtime looks like is the business of {@code
 * dev.harrier.toolchain.patch}.
 */
@NullMarked
package dev.harrier.toolchain.driver;

import org.jspecify.annotations.NullMarked;
