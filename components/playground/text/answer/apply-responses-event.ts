import { type Json, numberOf, recordOf, recordsOf, textOf } from "#components/playground/read-json.ts";
import type { Answer, AnswerUsage, ApprovalRequest, Block, ToolCall } from "#components/playground/result/answer.ts";
import { routingIn } from "#components/playground/result/routing.ts";
import { changeServerCall, serverCallOfItem, withServerCall } from "./server-calls.ts";
import { errorIn } from "./stream-error.ts";

/** Adds one event of a Responses stream (style `openai`) to a response. */
export function applyResponsesEvent(answer: Answer, data: Json): Answer {
  switch (data.type) {
    case "response.output_text.delta":
    case "response.refusal.delta":
      return { ...answer, status: "streaming", text: answer.text + textOf(data.delta) };
    case "response.reasoning_text.delta":
    case "response.reasoning_summary_text.delta":
      return { ...answer, status: "streaming", reasoning: answer.reasoning + textOf(data.delta) };
    case "response.output_item.added":
      return addItem(answer, recordOf(data.item));
    case "response.function_call_arguments.delta":
      return lastCall(answer, (call) => ({ ...call, arguments: call.arguments + textOf(data.delta) }));
    case "response.mcp_call_arguments.delta":
      return changeServerCall(answer, textOf(data.item_id), (call) => ({
        ...call,
        arguments: call.arguments + textOf(data.delta),
      }));
    case "response.output_item.done":
      return endItem(answer, recordOf(data.item));
    case "response.completed":
    case "response.incomplete":
      return endResponse(answer, recordOf(data.response));
    case "response.failed":
      return failResponse(answer, recordOf(data.response), recordOf(data.response).error);
    case "error":
      return failResponse(answer, {}, data.error ?? data);
    default:
      return answer;
  }
}

/** Creates a response from a whole response object. */
export function wholeResponse(answer: Answer, response: Json): Answer {
  const items = recordsOf(response.output);
  const texts = (type: string, field: string) =>
    items
      .filter((item) => item.type === type)
      .flatMap((item) => recordsOf(item[field]).map((part) => textOf(part.text) || textOf(part.refusal)));
  const serverCalls = items.filter((item) => item.type === "mcp_call").map(serverCallOfItem);
  const approvals = items.filter((item) => item.type === "mcp_approval_request").map(approvalOf);
  const applied = {
    ...answer,
    text: texts("message", "content").join("\n\n"),
    reasoning: [...texts("reasoning", "summary"), ...texts("reasoning", "content")].join("\n\n"),
    toolCalls: items.filter((item) => item.type === "function_call").map(callOf),
    ...(serverCalls.length > 0 && { serverCalls }),
    ...(approvals.length > 0 && { approvals }),
  };
  return response.status === "failed"
    ? failResponse(applied, response, response.error)
    : endResponse(applied, response);
}

function addItem(answer: Answer, item: Json): Answer {
  if (item.type === "function_call") {
    return { ...answer, status: "streaming", toolCalls: [...answer.toolCalls, callOf(item)] };
  }
  if (item.type === "mcp_call") return withServerCall(answer, serverCallOfItem(item));
  if (item.type === "message" && answer.text !== "") return { ...answer, text: `${answer.text}\n\n` };
  if (item.type === "reasoning" && answer.reasoning !== "") return { ...answer, reasoning: `${answer.reasoning}\n\n` };
  return answer;
}

function endItem(answer: Answer, item: Json): Answer {
  const next = { ...answer, blocks: [...answer.blocks, item] };
  if (item.type === "mcp_call") return withServerCall(next, serverCallOfItem(item));
  if (item.type === "mcp_approval_request") {
    return { ...next, status: "streaming", approvals: [...(answer.approvals ?? []), approvalOf(item)] };
  }
  if (item.type !== "function_call") return next;
  const call = callOf(item);
  return { ...next, toolCalls: answer.toolCalls.map((other) => (other.id === call.id ? call : other)) };
}

function lastCall(answer: Answer, change: (call: ToolCall) => ToolCall): Answer {
  const call = answer.toolCalls.at(-1);
  return call ? { ...answer, toolCalls: [...answer.toolCalls.slice(0, -1), change(call)] } : answer;
}

function callOf(item: Json): ToolCall {
  return { id: textOf(item.call_id), name: textOf(item.name), arguments: textOf(item.arguments) };
}

function approvalOf(item: Json): ApprovalRequest {
  const { id, server_label: server, name, arguments: input } = item;
  return { id: textOf(id), server: textOf(server), name: textOf(name), arguments: textOf(input) };
}

function endResponse(answer: Answer, response: Json): Answer {
  const reason = textOf(recordOf(response.incomplete_details).reason);
  return {
    ...facts(answer, response),
    status: "done",
    finish: reason || textOf(response.status),
    blocks: recordsOf(response.output) as Block[],
  };
}

function failResponse(answer: Answer, response: Json, error: unknown): Answer {
  return { ...facts(answer, response), status: "failed", error: errorIn(error) };
}

function facts(answer: Answer, response: Json): Answer {
  const usage = usageOf(recordOf(response.usage));
  const routing = routingIn(response);
  const servedModel = textOf(response.model);
  return {
    ...answer,
    ...(servedModel && { servedModel }),
    ...(usage && { usage }),
    ...(routing && { routing }),
  };
}

function usageOf(usage: Json): AnswerUsage | undefined {
  const inputTokens = numberOf(usage.input_tokens);
  const outputTokens = numberOf(usage.output_tokens);
  if (inputTokens === undefined || outputTokens === undefined) return undefined;
  const costUsd = numberOf(usage.cost);
  return {
    inputTokens,
    outputTokens,
    cachedTokens: numberOf(recordOf(usage.input_tokens_details).cached_tokens) ?? 0,
    reasoningTokens: numberOf(recordOf(usage.output_tokens_details).reasoning_tokens) ?? 0,
    ...(costUsd !== undefined && { costUsd }),
  };
}
