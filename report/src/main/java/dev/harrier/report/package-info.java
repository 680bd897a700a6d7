/**
 * What a report is made from: a {@linkplain dev.harrier.report.RunRecord run} and its findings.
 *
 * <p>A {@link dev.harrier.report.Renderer} turns a {@link dev.harrier.report.RunReport} into one
 * output format, each in a package of its own: {@code text} and {@code html} for people, {@code
 * json} for programs and for the store, {@code sarif}, {@code junit}, {@code github} and others for
 * what shows the results of CI. {@code words} has all sentences, {@code suppress} takes out what
 * the user silenced, {@code store} keeps runs under {@code .harrier/}.
 *
 * <p>Renderers read nothing but the report that they are given (the text report also reads the
 * source lines that it quotes). They never run or analyze anything.
 */
@NullMarked
package dev.harrier.report;

import org.jspecify.annotations.NullMarked;
