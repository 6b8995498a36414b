import { type Json, recordsOf, textOf } from "#components/playground/read-json.ts";
import type { Answer, ServerCall } from "#components/playground/result/answer.ts";

/** Adds a request that the gateway runs, or replaces the one with its id. */
export function withServerCall(answer: Answer, call: ServerCall): Answer {
  const calls = answer.serverCalls ?? [];
  const isKnown = calls.some(({ id }) => id === call.id);
  const serverCalls = isKnown ? calls.map((other) => (other.id === call.id ? call : other)) : [...calls, call];
  return { ...answer, status: "streaming", serverCalls };
}

/** Changes one request; returns the same response if it has no such request. */
export function changeServerCall(answer: Answer, id: string, change: (call: ServerCall) => ServerCall): Answer {
  const call = answer.serverCalls?.find((other) => other.id === id);
  return call ? withServerCall(answer, change(call)) : answer;
}

/** Reads an `mcp_call` item of the responses dialect. */
export function serverCallOfItem(item: Json): ServerCall {
  const error = textOf(item.error);
  const isRunning = error === "" && (item.output === null || item.output === undefined);
  return {
    id: textOf(item.id),
    server: textOf(item.server_label),
    name: textOf(item.name),
    arguments: textOf(item.arguments),
    result: error || textOf(item.output),
    status: error !== "" ? "failed" : isRunning ? "running" : "done",
  };
}

/** Reads an `mcp_tool_use` block of the messages dialect, whose result arrives in its own block. */
export function serverCallOfBlock(block: Json): ServerCall {
  const input = block.input && Object.keys(block.input).length > 0 ? JSON.stringify(block.input) : "";
  return {
    id: textOf(block.id),
    server: textOf(block.server_name),
    name: textOf(block.name),
    arguments: input,
    result: "",
    status: "running",
  };
}

/** Returns the response with an `mcp_tool_result` block added. */
export function withServerResult(answer: Answer, block: Json): Answer {
  const result = recordsOf(block.content)
    .map(({ text }) => textOf(text))
    .join("\n");
  const status = block.is_error === true ? "failed" : "done";
  return changeServerCall(answer, textOf(block.tool_use_id), (call) => ({ ...call, result, status }));
}
