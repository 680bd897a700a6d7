/**
 * Harrier as a language server, next to gopls: {@link dev.harrier.ide.lsp.LspServer}.
 *
 * <p>Findings of the stored runs that no newer run has taken back are diagnostics, also in files
 * that are not open ({@link dev.harrier.ide.lsp.Diagnostics}); each follows its line ({@link
 * dev.harrier.ide.source.Place}) and is a hint, marked stale, where that has changed. The store is
 * looked at every half second, so that runs in a terminal count as well as those that a lens
 * started ({@link dev.harrier.ide.lsp.ModuleState}). Saving a file runs {@code harrier vet} on its
 * package in the background, which keeps no run ({@link dev.harrier.ide.lsp.VetOnSave}).
 *
 * <p>Invariants: standard output has messages of the protocol only; files are changed by the editor
 * only, by edits that someone chose; commands are processes of their own ({@link
 * dev.harrier.ide.launch}) that end with their request, with the progress that someone cancels, or
 * with the server.
 *
 * <p>Limits: tests are found by their first line, not by parsing Go; a file is sent as a whole when
 * it changes.
 */
@NullMarked
package dev.harrier.ide.lsp;

import org.jspecify.annotations.NullMarked;
