import type { JSONValue, LanguageModelV4ToolResult } from "@ai-sdk/provider";
import type { Body, DialectEvent } from "#server/dialects/dialect.ts";
import { serverOf } from "#server/dialects/server-call.ts";
import { searchId } from "../search-id.ts";
import { isObject } from "../shape.ts";
import type { BlockQueue } from "./block-queue.ts";

/**
 * Encodes the result of a tool that the provider or the gateway ran. Skips preliminary results, which the last one
 * replaces.
 */
export function encodeToolResult(part: LanguageModelV4ToolResult, queue: BlockQueue): DialectEvent[] {
  if (part.preliminary) return [];
  const isOwnSearch = isSearch(part.toolName) && !serverOf(part.providerMetadata);
  const { block, events } = queue.open(isOwnSearch ? searchResult(part) : serverResult(part), false);
  return [...events, ...queue.close(block)];
}

/** Returns whether a provider's tool is web search, the only one that has its own block. */
export function isSearch(toolName: string): boolean {
  return toolName === "web_search";
}

function searchResult(part: LanguageModelV4ToolResult): Body {
  return { type: "web_search_tool_result", tool_use_id: searchId(part.toolCallId), content: searchContent(part) };
}

/**
 * Returns the result of any other tool in the form of an MCP server's tool, which every client of the dialect knows.
 */
function serverResult({ toolCallId, result, isError = false }: LanguageModelV4ToolResult): Body {
  const text = typeof result === "string" ? result : JSON.stringify(result ?? null);
  return { type: "mcp_tool_result", tool_use_id: toolCallId, is_error: isError, content: [{ type: "text", text }] };
}

function searchContent({ result, isError }: LanguageModelV4ToolResult): unknown {
  if (isError) {
    const code = isObject(result) && typeof result.errorCode === "string" ? result.errorCode : "unavailable";
    return { type: "web_search_tool_result_error", error_code: code };
  }
  return foundPages(result).flatMap((page) => {
    if (!isObject(page) || typeof page.url !== "string") return [];
    return [
      {
        type: "web_search_result",
        url: page.url,
        title: page.title ?? page.url,
        encrypted_content: page.encryptedContent ?? "",
        page_age: page.pageAge ?? null,
      },
    ];
  });
}

/** Returns the pages of a search. Anthropic's result is the list itself; OpenAI's has it in `sources`. */
function foundPages(result: JSONValue): readonly JSONValue[] {
  if (Array.isArray(result)) return result;
  return isObject(result) && Array.isArray(result.sources) ? result.sources : [];
}
