import type {
  JSONObject,
  LanguageModelV4Message,
  LanguageModelV4ToolResultPart,
  SharedV4ProviderOptions,
} from "@ai-sdk/provider";
import { textOf } from "#server/dialects/read-field.ts";
import { serverFunction } from "#server/dialects/server-call.ts";
import { signLastText } from "#server/dialects/text-signature.ts";
import { blocks, isObject, object, text } from "../shape.ts";
import { SIGNED_TEXT, unsealSignature } from "../signature.ts";
import { anthropicOptions, cacheControl, type DecodeState, note } from "./decode-state.ts";
import { decodeThinking } from "./decode-thinking.ts";

type AssistantMessage = Extract<LanguageModelV4Message, { role: "assistant" }>;
type AssistantPart = AssistantMessage["content"][number];

/** Reads a response that the caller sends back: text, thinking with its signature, tool calls. */
export function decodeAssistant(value: unknown, path: string, reading: DecodeState): LanguageModelV4Message[] {
  if (typeof value === "string") return [{ role: "assistant", content: [{ type: "text", text: value }] }];
  const items = blocks(value, path);
  const signatures = signedCalls(
    items.map(({ block }) => block),
    reading,
  );
  const turns: Turn[] = [{ content: [], results: [] }];
  const resultIds = new Set(items.map(({ block }) => block.type === "mcp_tool_result" && block.tool_use_id));
  for (const { block, type, path: at } of items) {
    // Providers reject a request without a result, and no later turn has one.
    if (type === "mcp_tool_use" && !resultIds.has(block.id as string)) {
      note(reading, at, `dropped (${type} without its result)`);
      continue;
    }
    const result = type === "mcp_tool_result" ? serverResult(block, at, reading) : undefined;
    // The model continued after the results of tools that ran while it responded.
    if (!result && turns.at(-1)?.results.length) turns.push({ content: [], results: [] });
    const { content, results } = turns.at(-1) as Turn;
    if (result) results.push(result);
    else content.push(...assistantParts(block, type, at, signatures, reading));
  }
  const signature = textOf(signatures.get(SIGNED_TEXT)?.google?.thoughtSignature);
  const { content: last } = turns.at(-1) as Turn;
  if (signature && !signLastText(last, signature)) note(reading, path, "dropped (the signed text is missing)");
  return turns.flatMap(messagesOf);
}

/** The model's text between two rounds of server tools, and the results of the second round. */
type Turn = { content: AssistantPart[]; results: LanguageModelV4ToolResultPart[] };

function messagesOf({ content, results }: Turn): LanguageModelV4Message[] {
  const messages: LanguageModelV4Message[] = content.length > 0 ? [{ role: "assistant", content }] : [];
  return results.length > 0 ? [...messages, { role: "tool", content: results }] : messages;
}

function assistantParts(
  block: JSONObject,
  type: string,
  path: string,
  signatures: Map<string, SharedV4ProviderOptions>,
  reading: DecodeState,
): AssistantPart[] {
  switch (type) {
    case "text":
      return textPart(block, path, reading);
    case "thinking":
    case "redacted_thinking":
      return decodeThinking(block, type, path, reading);
    case "tool_use":
    case "mcp_tool_use":
      return [toolCall(block, path, signatures, reading)];
    case "compaction":
      return compaction(block, path, reading);
    default:
      note(reading, path, `dropped (${type})`);
      return [];
  }
}

function textPart(block: JSONObject, path: string, reading: DecodeState): AssistantPart[] {
  const citations = Array.isArray(block.citations) && block.citations.length > 0 ? block.citations : undefined;
  const kept = reading.target.family === "anthropic" ? citations : undefined;
  if (citations !== undefined && kept === undefined) note(reading, `${path}.citations`, "dropped");
  const providerOptions = anthropicOptions({ cacheControl: cacheControl(block, path, reading), citations: kept });
  return [{ type: "text", text: text(block.text, `${path}.text`), ...(providerOptions && { providerOptions }) }];
}

function toolCall(
  block: JSONObject,
  path: string,
  signatures: Map<string, SharedV4ProviderOptions>,
  reading: DecodeState,
): AssistantPart {
  const toolCallId = text(block.id, `${path}.id`);
  const name = text(block.name, `${path}.name`);
  const toolName = block.type === "mcp_tool_use" ? serverFunction(textOf(block.server_name), name) : name;
  reading.toolNames.set(toolCallId, toolName);
  const options = anthropicOptions({ cacheControl: cacheControl(block, path, reading) });
  const providerOptions = signatures.get(toolCallId) ?? options;
  const input = object(block.input, `${path}.input`);
  return { type: "tool-call", toolCallId, toolName, input, ...(providerOptions && { providerOptions }) };
}

/** Reads the result of a tool that an MCP server or the gateway ran while the model responded. */
function serverResult(block: JSONObject, path: string, reading: DecodeState): LanguageModelV4ToolResultPart {
  const toolCallId = text(block.tool_use_id, `${path}.tool_use_id`);
  const parts = Array.isArray(block.content) ? block.content : [block.content];
  const value = parts.map((part) => textOf(isObject(part) ? part.text : part) ?? "").join("\n");
  const output = { type: block.is_error === true ? "error-text" : "text", value } as const;
  return { type: "tool-result", toolCallId, toolName: reading.toolNames.get(toolCallId) ?? "tool", output };
}

function compaction(block: JSONObject, path: string, reading: DecodeState): AssistantPart[] {
  if (typeof block.content !== "string") return [];
  if (reading.target.family !== "anthropic") {
    note(reading, path, "changed to text");
    return [{ type: "text", text: block.content }];
  }
  const providerOptions = anthropicOptions({
    type: "compaction",
    signature: block.signature,
    cacheControl: cacheControl(block, path, reading),
  });
  return [{ type: "text", text: block.content, ...(providerOptions && { providerOptions }) }];
}

/**
 * Finds the tool calls of signatures. The target signs single calls, and these signatures travel in empty thinking
 * blocks.
 */
function signedCalls(items: JSONObject[], reading: DecodeState): Map<string, SharedV4ProviderOptions> {
  const signatures = new Map<string, SharedV4ProviderOptions>();
  for (const { signature } of items) {
    const seal = typeof signature === "string" ? unsealSignature(signature) : undefined;
    if (seal?.toolCallId === undefined || seal.provider !== reading.target.optionsKey) continue;
    signatures.set(seal.toolCallId, { [seal.provider]: seal.fields });
  }
  return signatures;
}
