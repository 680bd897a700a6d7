package dev.harrier.model.usage;

import dev.harrier.model.trace.Site;
import java.util.Optional;

/**
 * Goroutines of all runs that are of one kind, because they were created alike.
 *
 * @param createdAt where; empty for main
 */
public record GoroutineRole(Optional<Site> createdAt) {}
