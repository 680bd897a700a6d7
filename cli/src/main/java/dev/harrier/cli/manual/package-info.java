/**
 * What can be generated from the commands as picocli knows them, so that it is never behind them:
 * completion for shells that picocli has none for, and manual pages. Bash and Zsh are picocli's own
 * ({@link picocli.AutoComplete}).
 */
@NullMarked
package dev.harrier.cli.manual;

import org.jspecify.annotations.NullMarked;
