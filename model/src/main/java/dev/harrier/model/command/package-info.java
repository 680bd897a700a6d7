/**
 * What command lines are made of, as data: the {@linkplain dev.harrier.model.command.BuildSettings
 * settings of a build} that may come from others, and {@linkplain dev.harrier.model.command.Secrets
 * secrets} that must not leave this machine.
 *
 * <p>Invariant: text from outside becomes a value of one of these types or is refused. What a
 * command line gets is written from the values, so no word of it is a word from outside.
 */
@NullMarked
package dev.harrier.model.command;

import org.jspecify.annotations.NullMarked;
