/**
 * What a Go executable says of its own making: the Go version and the build settings that {@code go
 * version -m} prints. Format: {@code debug/buildinfo}, the inline form that Go has written since
 * 1.18. Older forms are treated as absent.
 */
@NullMarked
package dev.harrier.binary.buildinfo;

import org.jspecify.annotations.NullMarked;
