/**
 * The event graph of one activation of a root function: its goroutines, what each of them does in
 * which order, and which accesses and flags take part. Operations are what the Go memory model
 * knows ({@link dev.harrier.vet.sync.SyncKind}) or only hints at an order ({@link
 * dev.harrier.vet.sync.OrderHint}). What the graph implies is in {@code happensbefore}, {@code
 * feasibility} and {@code mayorder}.
 */
@NullMarked
package dev.harrier.vet.graph;

import org.jspecify.annotations.NullMarked;
