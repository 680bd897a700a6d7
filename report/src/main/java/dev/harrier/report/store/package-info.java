/**
 * Keeps runs on disk, so that every report can be rendered again without running anything.
 *
 * <pre>
 * .harrier/                     in the module's root
 *   .gitignore                  "*": the store never ends up in version control
 *   latest                      link to the newest run
 *   runs/20260131-235959-1/
 *     run.json                  what ran, how it ended; written at the start and again at the end
 *     findings.json             what was found; the run is complete when this file is there
 *     progress.json             how far an exploration is; there while it continues
 *     found.json                what it found until now; there while it continues, or if it was killed
 *     lines.json                the lines of source that the findings name, as they were
 *     recordings/               what the executions that showed its findings read, at most 64 MiB
 *     report.html               the page of the run, if an editor has shown it
 *     traces/                   one .htrace file for each traced process
 *     bin/                      hard links to the test binaries, to resolve the traces' addresses
 * </pre>
 *
 * <p>Invariants: both JSON files are replaced as a whole, so a reader never sees half of one; a run
 * directory belongs to one process, because making it is atomic; a run that is still under way is
 * never removed.
 *
 * <p>Limits: the newest {@value dev.harrier.report.store.RunStore#RUNS_KEPT} runs are kept. Traces
 * and binaries, which may be large, are kept only for the newest run; older runs keep their two
 * JSON files, which are all that a report needs. A module on a read-only file system has its store
 * in the user's cache directory ({@link dev.harrier.report.store.StoreLocation}).
 */
@NullMarked
package dev.harrier.report.store;

import org.jspecify.annotations.NullMarked;
