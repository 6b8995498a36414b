import { type Json, numberOf, recordOf, recordsOf, textOf } from "#components/playground/read-json.ts";
import type { Answer, AnswerUsage, Block } from "#components/playground/result/answer.ts";
import { routingIn } from "#components/playground/result/routing.ts";
import { changeServerCall, serverCallOfBlock, withServerCall, withServerResult } from "./server-calls.ts";
import { errorIn } from "./stream-error.ts";

/** Adds one event of a Messages stream to a response. */
export function applyMessagesEvent(answer: Answer, data: Json): Answer {
  switch (data.type) {
    case "message_start":
      return startMessage(answer, recordOf(data.message));
    case "content_block_start":
      return startBlock(answer, recordOf(data.content_block));
    case "content_block_delta":
      return extendBlock(answer, recordOf(data.delta));
    case "content_block_stop":
      return endBlock(answer);
    case "message_delta":
      return updateMessage(answer, data);
    case "message_stop":
      return withRouting({ ...answer, status: "done" }, data);
    case "error":
      return { ...answer, status: "failed", error: errorIn(data.error) };
    default:
      return answer;
  }
}

/** Creates a response from a whole message. */
export function wholeMessage(answer: Answer, message: Json): Answer {
  const applied = recordsOf(message.content).reduce<Answer>(startBlock, startMessage(answer, message));
  return withRouting({ ...applied, status: "done", finish: textOf(message.stop_reason) }, message);
}

function startMessage(answer: Answer, message: Json): Answer {
  const usage = usageOf(recordOf(message.usage), undefined);
  const servedModel = textOf(message.model);
  return { ...answer, ...(servedModel && { servedModel }), ...(usage && { usage }) };
}

function startBlock(answer: Answer, block: Json): Answer {
  const blocks = [...answer.blocks, block];
  if (block.type === "tool_use") {
    const input = Object.keys(recordOf(block.input)).length > 0 ? JSON.stringify(block.input) : "";
    const call = { id: textOf(block.id), name: textOf(block.name), arguments: input };
    return { ...answer, status: "streaming", blocks, toolCalls: [...answer.toolCalls, call] };
  }
  if (block.type === "mcp_tool_use") return withServerCall({ ...answer, blocks }, serverCallOfBlock(block));
  if (block.type === "mcp_tool_result") return withServerResult({ ...answer, blocks }, block);
  if (block.type === "text") return { ...answer, blocks, text: withBlankLine(answer.text) + textOf(block.text) };
  if (block.type === "thinking") {
    return { ...answer, blocks, reasoning: withBlankLine(answer.reasoning) + textOf(block.thinking) };
  }
  return { ...answer, blocks };
}

function withBlankLine(text: string): string {
  return text === "" ? "" : `${text}\n\n`;
}

function extendBlock(answer: Answer, delta: Json): Answer {
  switch (delta.type) {
    case "text_delta":
      return { ...extendField(answer, "text", delta.text), text: answer.text + textOf(delta.text) };
    case "thinking_delta":
      return {
        ...extendField(answer, "thinking", delta.thinking),
        reasoning: answer.reasoning + textOf(delta.thinking),
      };
    case "signature_delta":
      return extendField(answer, "signature", delta.signature);
    case "input_json_delta":
      return extendCall(answer, textOf(delta.partial_json));
    default:
      return answer;
  }
}

function extendField(answer: Answer, field: string, more: unknown): Answer {
  const last = answer.blocks.at(-1) ?? {};
  const block: Block = { ...last, [field]: textOf(last[field]) + textOf(more) };
  return { ...answer, status: "streaming", blocks: [...answer.blocks.slice(0, -1), block] };
}

function extendCall(answer: Answer, more: string): Answer {
  const block = answer.blocks.at(-1);
  if (block?.type === "mcp_tool_use") {
    return changeServerCall(answer, textOf(block.id), (one) => ({ ...one, arguments: one.arguments + more }));
  }
  const call = answer.toolCalls.at(-1);
  if (!call) return answer;
  return {
    ...answer,
    toolCalls: [...answer.toolCalls.slice(0, -1), { ...call, arguments: call.arguments + more }],
  };
}

/** The input of a finished call becomes an object, as it must be sent back. */
function endBlock(answer: Answer): Answer {
  const last = answer.blocks.at(-1);
  const call = answer.toolCalls.at(-1);
  if (last?.type !== "tool_use" || !call || call.id !== last.id) return answer;
  return { ...answer, blocks: [...answer.blocks.slice(0, -1), { ...last, input: parseJson(call.arguments) }] };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text || "{}");
  } catch {
    return {};
  }
}

function updateMessage(answer: Answer, data: Json): Answer {
  const usage = usageOf(recordOf(data.usage), answer.usage);
  const finish = textOf(recordOf(data.delta).stop_reason);
  return { ...answer, ...(usage && { usage }), ...(finish && { finish }) };
}

function withRouting(answer: Answer, holder: Json): Answer {
  const routing = routingIn(holder);
  return routing ? { ...answer, routing } : answer;
}

/** In this dialect `input_tokens` excludes tokens read from or written to a cache; the sum is shown. */
function usageOf(usage: Json, before: AnswerUsage | undefined): AnswerUsage | undefined {
  const outputTokens = numberOf(usage.output_tokens);
  if (outputTokens === undefined) return before;
  const fresh = numberOf(usage.input_tokens);
  const cachedTokens = numberOf(usage.cache_read_input_tokens) ?? before?.cachedTokens ?? 0;
  const written = numberOf(usage.cache_creation_input_tokens) ?? 0;
  const costUsd = numberOf(usage.cost) ?? before?.costUsd;
  return {
    inputTokens: fresh === undefined ? (before?.inputTokens ?? 0) : fresh + cachedTokens + written,
    outputTokens,
    cachedTokens,
    reasoningTokens: numberOf(recordOf(usage.output_tokens_details).thinking_tokens) ?? before?.reasoningTokens ?? 0,
    ...(costUsd !== undefined && { costUsd }),
  };
}
