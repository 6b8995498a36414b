import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { ToolOutcome } from "../server-tool.ts";

/** Returns an MCP tool's result as the model reads it: its texts, and a note for each part that is not text. */
export function outcomeOf({ content, structuredContent, isError }: CallToolResult): ToolOutcome {
  const texts = content.map(textOf);
  const isBare = texts.length === 0 && structuredContent !== undefined;
  return { text: isBare ? JSON.stringify(structuredContent) : texts.join("\n\n"), isError: isError === true };
}

/** Returns the whole result, for a client that reads every kind of content. Its text is only needed for errors. */
export function wholeOutcome(result: CallToolResult): ToolOutcome {
  const { content, structuredContent } = result;
  const { text, isError } = outcomeOf(result);
  return {
    text: isError ? text : "",
    isError,
    mcp: { content, ...(structuredContent && { structuredContent }) },
  };
}

function textOf(part: CallToolResult["content"][number]): string {
  if (part.type === "text") return part.text;
  if (part.type === "resource_link") return `${part.name}: ${part.uri}`;
  if (part.type === "resource" && "text" in part.resource) return part.resource.text;
  const mediaType = part.type === "resource" ? part.resource.mimeType : part.mimeType;
  return `[${mediaType ?? part.type}: left out, since only text reaches the model]`;
}
