/**
 * Edits that may fix a finding: {@link dev.harrier.ide.fix.SuggestedFixes}, and the comment that
 * silences one.
 *
 * <p>They work on lines of source that gofmt has laid out, without parsing Go: a fix is suggested
 * only where the line looks exactly as it must, and where what the function does around it leaves
 * no doubt. A suggestion is no proof that the finding goes: a run has to show that.
 */
@NullMarked
package dev.harrier.ide.fix;

import org.jspecify.annotations.NullMarked;
