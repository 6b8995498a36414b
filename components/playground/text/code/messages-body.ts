import { DEFAULT_MAX_TOKENS } from "#components/playground/parameters.ts";
import { type Json, recordOf, textOf } from "#components/playground/read-json.ts";
import type { AssistantTurn, Attachment, UserTurn } from "../pane/conversation.ts";
import { callsToKeep, saysSomething } from "../pane/conversation.ts";
import { parseJson } from "../settings/tools-text.ts";
import type { RequestParts } from "./request-parts.ts";

const TOOL_CHOICES = { auto: "auto", required: "any", none: "none" } as const;

/** Returns the body of `POST /messages` for a conversation, with only the supported parameters. */
export function messagesBody(parts: RequestParts): Json {
  const { model, settings, values, stop, tools, mcpServers, schema, turns } = parts;
  const allTools = toolsOf(parts);
  const { max_tokens, reasoning_effort, thinking_budget, temperature, top_p, top_k } = values;
  const config = {
    ...(reasoning_effort !== undefined && thinking_budget === undefined && { effort: reasoning_effort }),
    ...(schema && { format: { type: "json_schema", schema } }),
  };
  return {
    model,
    max_tokens: max_tokens ?? DEFAULT_MAX_TOKENS,
    ...(settings.system.trim() !== "" && { system: settings.system }),
    messages: turns.flatMap((turn) => (turn.role === "user" ? userMessage(turn) : answerMessage(turn))),
    ...(temperature !== undefined && { temperature }),
    ...(top_p !== undefined && { top_p }),
    ...(top_k !== undefined && { top_k }),
    ...(stop.length > 0 && { stop_sequences: stop }),
    ...thinkingOf(reasoning_effort, thinking_budget),
    ...(allTools.length > 0 && { tools: allTools }),
    ...(mcpServers.length > 0 && { mcp_servers: mcpServers.map((name) => ({ type: "url", name })) }),
    ...(tools.length > 0 &&
      settings.toolChoice !== "auto" && { tool_choice: { type: TOOL_CHOICES[settings.toolChoice] } }),
    ...(Object.keys(config).length > 0 && { output_config: config }),
    ...(settings.fallbacks.length > 0 && { fallbacks: settings.fallbacks.map((fallback) => ({ model: fallback })) }),
    ...(settings.stream && { stream: true }),
  };
}

function toolsOf({ tools, serverTools }: RequestParts): Json[] {
  return [
    ...tools.map(({ parameters, ...tool }) => ({ ...tool, input_schema: parameters })),
    ...serverTools.map((name) => ({ type: `switchboard:${name}` })),
  ];
}

function thinkingOf(effort: unknown, budget: unknown): Json {
  if (budget !== undefined) return { thinking: { type: "enabled", budget_tokens: budget } };
  return effort !== undefined ? { thinking: { type: "adaptive" } } : {};
}

function userMessage({ text, attachments, toolResults }: UserTurn): Json[] {
  if (attachments.length + toolResults.length === 0) return text === "" ? [] : [{ role: "user", content: text }];
  const content = [
    ...toolResults.map(({ callId, output }) => ({ type: "tool_result", tool_use_id: callId, content: output })),
    ...attachments.map(imageBlock),
    ...(text === "" ? [] : [{ type: "text", text }]),
  ];
  return [{ role: "user", content }];
}

function imageBlock({ dataUrl, mediaType }: Attachment): Json {
  const data = dataUrl.slice(dataUrl.indexOf(",") + 1);
  return { type: "image", source: { type: "base64", media_type: mediaType, data } };
}

function answerMessage(turn: AssistantTurn): Json[] {
  if (!saysSomething(turn)) return [];
  const { answer } = turn;
  if (answer.dialect === "messages" && answer.status === "done") {
    const content = answer.blocks.filter((block) => !isEmpty(block) && !SERVER_BLOCKS.has(block.type));
    return content.length > 0 ? [{ role: "assistant", content }] : [];
  }
  const calls = callsToKeep(answer).map((call) => ({
    type: "tool_use",
    id: call.id,
    name: call.name,
    input: inputOf(call.arguments),
  }));
  const text = answer.text === "" ? [] : [{ type: "text", text: answer.text }];
  return [{ role: "assistant", content: calls.length === 0 ? answer.text : [...text, ...calls] }];
}

/** Server tool calls are not sent back, as in the other dialect: the response contains their results. */
const SERVER_BLOCKS = new Set<unknown>(["mcp_tool_use", "mcp_tool_result"]);

/** The provider rejects empty text blocks that are sent back. */
function isEmpty(block: Json): boolean {
  return block.type === "text" && textOf(block.text) === "";
}

function inputOf(text: string): Json {
  const parsed = parseJson(text || "{}");
  return "value" in parsed ? recordOf(parsed.value) : {};
}
