/**
 * Harrier as a server of the Model Context Protocol on standard input and output, for agents that
 * write Go: {@link dev.harrier.ide.mcp.McpStdioServer}.
 *
 * <p>Its tools run tests, explore schedules, analyze the source and replay ({@link
 * dev.harrier.ide.mcp.RunTools}), list and explain what the stored runs found ({@link
 * dev.harrier.ide.mcp.FindingTools}), and look whether a fix holds ({@link
 * dev.harrier.ide.mcp.FixTool}). Each answers with structured data, of which a finding has the form
 * of {@code docs/findings.schema.json}, and with the text report for readers.
 *
 * <p>Invariants: standard output has messages of the protocol only; runs are one at a time, because
 * two would disturb each other's schedules; when the client closes standard input, what runs is
 * ended.
 *
 * <p>Limits: the SDK hands no cancellation of a request to a server, so that a run is bounded by
 * the limits that it is given, and by the end of the client.
 */
@NullMarked
package dev.harrier.ide.mcp;

import org.jspecify.annotations.NullMarked;
