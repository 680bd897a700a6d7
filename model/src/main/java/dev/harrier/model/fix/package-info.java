/**
 * The result of checking a fix: the {@linkplain dev.harrier.model.fix.FixVerdict verdict}, and the
 * {@linkplain dev.harrier.model.fix.FixCheck evidence} for it. How it is tried is the business of
 * {@code cli.checkfix}, how it is said that of {@code report.words}.
 */
@NullMarked
package dev.harrier.model.fix;

import org.jspecify.annotations.NullMarked;
