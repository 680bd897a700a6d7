package dev.harrier.ide.mcp;

import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import java.util.Map;

/**
 * What a tool answers.
 *
 * @param data for programs
 * @param text the same for readers
 */
record Answer(Map<String, Object> data, String text) {
  CallToolResult result() {
    return CallToolResult.builder().addTextContent(text).structuredContent(data).build();
  }

  static CallToolResult failure(String message) {
    return CallToolResult.builder().addTextContent(message).isError(true).build();
  }
}
