/**
 * What Git says of the module that a run is about. Its own executable is asked, as the user would;
 * nothing is written, not even its index. Where there is no Git or no repository, a run has no
 * revision, and nothing else is different.
 */
@NullMarked
package dev.harrier.cli.git;

import org.jspecify.annotations.NullMarked;
