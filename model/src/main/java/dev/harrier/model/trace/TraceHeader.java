package dev.harrier.model.trace;

import java.time.Instant;

/**
 * What is known of a run before its first event.
 *
 * @param goVersion as {@code runtime.Version()} says: {@code go1.26.8}
 * @param executable the traced program's path when it ran
 */
public record TraceHeader(String goVersion, String executable, long pid, Instant start) {}
